import { existsSync, readFileSync } from 'node:fs'

/** A row of a table in a document: its cells. */
type Row = string[]

/** Reads the rows of the tables of a document whose first cell matches `first`. */
export const readRows = (path: string, first: RegExp): Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([, cell = '']) => first.test(cell))
    .map((cells) => cells.slice(1, -1))

/** Lists the proofs that a cell names: a test, as `file › title`, or a chapter of a document. */
export const listProofs = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)

/** Returns whether the test or the chapter that a proof names exists. */
export function isExistingProof(proof: string): boolean {
  const [file = '', name = ''] = proof.split(' › ')
  if (!existsSync(file) || name === '') return false
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return text.split('\n').includes(`## ${name}`)
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``]
  return /\.(?:test|spec)\./.test(file) && quoted.some((one) => text.includes(one))
}
