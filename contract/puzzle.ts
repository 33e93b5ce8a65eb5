/**
 * A proof of work, required when one network holds many seats. For each part, counted from 0, find a number so that the
 * SHA-256 of `challenge:part:number` begins with `bits` zero bits.
 */
export interface Puzzle {
  challenge: string
  parts: number
  bits: number
}

/** Returns the text to hash for one part. */
export const makePuzzleText = (challenge: string, part: number, number: string): string =>
  `${challenge}:${part}:${number}`

/** Encodes a solved puzzle for `proof`: the challenge, `~`, and its numbers (in base 36) separated by points. */
export const encodePuzzleSolution = (challenge: string, numbers: readonly string[]): string =>
  `${challenge}~${numbers.join('.')}`

/**
 * Returns whether `answer`, the part of `encodePuzzleSolution` after the `~`, solves a puzzle. `hash` returns the first
 * 32 bits of SHA-256.
 */
export function isPuzzleSolved(
  { challenge, parts, bits }: Puzzle,
  answer: string,
  hash: (text: string) => number,
): boolean {
  const numbers = answer.split('.', parts + 1)
  return (
    numbers.length === parts &&
    numbers.every(
      (number, part) =>
        /^[0-9a-z]{1,8}$/.test(number) &&
        hash(makePuzzleText(challenge, part, number)) >>> (32 - bits) === 0,
    )
  )
}
