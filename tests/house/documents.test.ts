import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  listAnchors,
  findBrokenLinks,
  findMissingParts,
  listDecisions,
  listDocuments,
} from './documents.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('links and paths in the documents lead somewhere', () => {
  expect(listDocuments().flatMap((path) => findBrokenLinks(path, read(path)))).toEqual([])
})

test('README has at most 8 kB', () => {
  expect(statSync('README.md').size).toBeLessThanOrEqual(8_000)
})

test('there are at most 50 decisions, each of one page and with its five parts', () => {
  const decisions = listDecisions()
  expect(decisions.length).toBeLessThanOrEqual(50)
  expect(decisions.filter((path) => !/\/\d{4}-[a-z0-9-]+\.md$/.test(path))).toEqual([])
  expect(new Set(decisions.map((path) => path.slice(0, 19))).size).toBe(decisions.length)
  for (const path of decisions) {
    expect([path, findMissingParts(read(path))]).toEqual([path, []])
    expect([path, read(path).split('\n').length < 70]).toEqual([path, true])
  }
})

test('a broken link, a lost anchor and a missing path are found', () => {
  const text =
    '# A house\n[a](b.md) [c](#a-house) [d](#no-house) `server/nowhere.ts` `server/app.ts`'
  expect(findBrokenLinks('docs/glossary.md', text)).toEqual([
    'docs/glossary.md: b.md',
    'docs/glossary.md: #no-house',
    'docs/glossary.md: server/nowhere.ts',
  ])
  expect(findBrokenLinks('README.md', '[a](SECURITY.md#input) [b](SECURITY.md#no-input)')).toEqual([
    'README.md: SECURITY.md#no-input',
  ])
  expect(listAnchors('## Keys, members and sessions\n')).toEqual(['keys-members-and-sessions'])
})

test('a decision without one of its parts is found', () => {
  const whole =
    '# A\n\nDate: 2026-11-26\n\n## Context\n\na\n\n## Choice\n\nb\n\n## Price\n\nc\n\n## What would reverse it\n\nd\n'
  expect(findMissingParts(whole)).toEqual([])
  expect(findMissingParts(whole.replace('## Price\n\nc\n\n', ''))).toHaveLength(1)
  expect(findMissingParts(whole.replace('2026-11-26', 'today'))).toHaveLength(1)
})
