import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRefusedWords, readRefusedWords } from './refused-words.ts'

const refused = readRefusedWords(readFileSync('docs/glossary.md', 'utf8'))

/** Refused words that the code still holds. A word leaves this list with its last use; none is added. */
const pending = {
  names: new Set(
    `furniture words word asked wanted kept said told saying heard hears shown standing road roads talk talks
    talked tidy anew lately alive thing letter letters patience`.split(/\s+/),
  ),
  types: new Set(
    `Asked Asking Wanted Said Saying Told Heard Talked Shown Seen Watched Listed Kept Held Stored Attached Known
    Found Finding Counted Reckoned Scored Given Granted Offered Taken Withdrawn Written Typed Recorded Printed
    Read Drawing Made Prepared Described Named Packed Priced Narrowed Locked Sent Queued Answered Settled Done
    Undone Refused Refunded Bought Booked Hired Spent Travelled Scanned Audited Waiting Following Listening
    Seating Standing Joining Holding Choosing Doing Ending Part Thing About As Own Unsent`.split(
      /\s+/,
    ),
  ),
  comments: new Set<string>(),
}

const codeFiles = () =>
  execFileSync('git', ['ls-files', 'contract', 'src', 'sw', 'server', 'demo', 'tools', 'tests'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:tsx?|css|sql)$/.test(file))

test('code says what the glossary says', () => {
  const violations = codeFiles().flatMap((file) =>
    findRefusedWords(file, readFileSync(file, 'utf8'), refused),
  )
  expect(
    violations.filter(({ kind, word }) => !pending[kind].has(word)).map(({ text }) => text),
  ).toEqual([])
})

test('the glossary refuses words of all three kinds', () => {
  expect(refused.names.length).toBeGreaterThan(20)
  expect(refused.types.length).toBeGreaterThan(50)
  expect(refused.comments.length).toBeGreaterThan(20)
})

test('a refused word is found in an exported name, in a type and in a comment', () => {
  const refuse = (word: string) => [{ word, instead: 'x' }]
  const some = { names: refuse('kept'), types: refuse('Asked'), comments: refuse('stands') }
  const wordsIn = (file: string, code: string) =>
    findRefusedWords(file, code, some).map(({ kind, word }) => `${kind} ${word}`)
  expect(wordsIn('a.ts', 'export const findKeptTrips = 1')).toEqual(['names kept'])
  expect(wordsIn('a.ts', 'export function kept_of() {}')).toEqual(['names kept'])
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
  expect(findRefusedWords('a.ts', code, some)).toEqual([])
})
