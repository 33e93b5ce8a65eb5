import { type Puzzle, encodePuzzleSolution, makePuzzleText } from '#contract/puzzle'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The number of hashes to compute before the page may respond to input. */
const stretch = 2048

/** Solves a puzzle without blocking the page. It takes one or two seconds on a cheap phone. */
export async function solveProofOfWork({ challenge, parts, bits }: Puzzle): Promise<string> {
  const found: string[] = []
  let work = 0
  for (let part = 0; part < parts; part += 1) {
    for (let number = 0; ; number += 1) {
      work += 1
      if (work % stretch === 0) await new Promise((done) => setTimeout(done))
      const tried = number.toString(36)
      if (computeHashInteger(makePuzzleText(challenge, part, tried)) >>> (32 - bits) !== 0) continue
      found.push(tried)
      break
    }
  }
  return encodePuzzleSolution(challenge, found)
}

/**
 * Returns the first 32 bits of the SHA-256 hash. The browser's own function needs a promise for each hash, which is ten
 * times slower.
 */
export function computeHashInteger(text: string): number {
  return new DataView(sha256(utf8ToBytes(text)).buffer).getUint32(0)
}
