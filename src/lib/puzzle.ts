import { type Puzzle, proofOf, puzzleText } from '#contract/puzzle'

/** Hashes between two breaths of the page. */
const stretch = 2048

/** Solves a puzzle of the server without holding up the page: a second of work on a cheap phone. */
export async function solve({ challenge, parts, bits }: Puzzle): Promise<string> {
  const found: string[] = []
  let work = 0
  for (let part = 0; part < parts; part += 1) {
    for (let number = 0; ; number += 1) {
      work += 1
      if (work % stretch === 0) await new Promise((done) => setTimeout(done))
      const tried = number.toString(36)
      if (firstWord(puzzleText(challenge, part, tried)) >>> (32 - bits) !== 0) continue
      found.push(tried)
      break
    }
  }
  return proofOf(challenge, found)
}

const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d !== 0),
)
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const rounds = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
const words = new Int32Array(64)
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

/**
 * The first 32 bits of SHA-256 (FIPS 180-4) of one block, that is of at most 55 letters of ASCII. The
 * browser's own is a promise for each hash, which costs ten times the hash.
 */
export function firstWord(text: string): number {
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at += 1) put(at, text.charCodeAt(at))
  put(text.length, 0x80)
  words[15] = text.length * 8
  for (let n = 16; n < 64; n += 1) {
    const [x, y] = [words[n - 15] ?? 0, words[n - 2] ?? 0]
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    words[n] = (words[n - 16] ?? 0) + low + (words[n - 7] ?? 0) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start
  for (let n = 0; n < 64; n += 1) {
    const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const one = (h + big + ((e & f) ^ (~e & g)) + (rounds[n] ?? 0) + (words[n] ?? 0)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + (start[0] ?? 0)) >>> 0
}

function put(at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8))
}
