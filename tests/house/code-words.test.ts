import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRefusedTerms, parseRefusedTerms } from './refused-words.ts'

const refused = parseRefusedTerms(readFileSync('docs/glossary.md', 'utf8'))

const codeFiles = () =>
  execFileSync('git', ['ls-files', 'contract', 'src', 'sw', 'server', 'demo', 'tools', 'tests'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:tsx?|css|sql)$/.test(file))

test('code says what the glossary says', () => {
  const violations = codeFiles().flatMap((file) =>
    findRefusedTerms(file, readFileSync(file, 'utf8'), refused),
  )
  expect(violations.map(({ text }) => text)).toEqual([])
})

test('the glossary refuses words of all three kinds', () => {
  expect(refused.names.length).toBeGreaterThan(20)
  expect(refused.types.length).toBeGreaterThan(50)
  expect(refused.comments.length).toBeGreaterThan(20)
})

test('a refused word is found in a name, in a type and in a comment', () => {
  const refuse = (word: string) => [{ word, instead: 'x' }]
  const some = { names: refuse('kept'), types: refuse('Asked'), comments: refuse('stands') }
  const wordsIn = (file: string, code: string) =>
    findRefusedTerms(file, code, some).map(({ kind, word }) => `${kind} ${word}`)
  expect(wordsIn('a.ts', 'export const findKeptTrips = 1')).toEqual(['names kept'])
  expect(wordsIn('a.ts', 'export function kept_of() {}')).toEqual(['names kept'])
  expect(wordsIn('a.ts', 'function readKept() {}')).toEqual(['names kept'])
  expect(wordsIn('a.ts', "import * as kept from './repository.ts'")).toEqual(['names kept'])
  expect(wordsIn('a.ts', 'interface TripAsked {}\nexport type Asked = 1')).toEqual([
    'types Asked',
    'types Asked',
  ])
  expect(wordsIn('a.tsx', '/**\n * It stands there.\n */\nconst a = 1')).toEqual([
    'comments stands',
  ])
  expect(wordsIn('a.sql', '-- It stands there.\nselect 1')).toEqual(['comments stands'])
  expect(wordsIn('a.css', '/* It stands there. */')).toEqual(['comments stands'])
})

test('a local name, part of a word and a quotation are no refused words', () => {
  const refuse = (word: string) => [{ word, instead: 'x' }]
  const some = { names: refuse('kept'), types: refuse('Asked'), comments: refuse('stand') }
  const code = `const kept = 1
    export const skeptical = 2
    export interface AskedTrip {}
    // The stand-in understands \`stand\`.`
  expect(findRefusedTerms('a.ts', code, some)).toEqual([])
})
