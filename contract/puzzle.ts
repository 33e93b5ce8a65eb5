/**
 * Proof of work, asked for where one network holds many seats. Solved when for each part, counted from 0, a
 * number is found so that the SHA-256 of `challenge:part:number` begins with `bits` zero bits.
 */
export interface Puzzle {
  challenge: string
  parts: number
  bits: number
}

/** What is hashed for one part. */
export const puzzleText = (challenge: string, part: number, number: string): string =>
  `${challenge}:${part}:${number}`

/** How a solved puzzle travels: the challenge, and its numbers in base 36. */
export const proofOf = (challenge: string, numbers: readonly string[]): string =>
  `${challenge}~${numbers.join('.')}`

/** Whether an answer solves a puzzle. `hash` gives the first 32 bits of SHA-256. */
export function isSolved(
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
        hash(puzzleText(challenge, part, number)) >>> (32 - bits) === 0,
    )
  )
}
