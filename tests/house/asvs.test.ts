import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Row {
  item: string
  level: string
  proof: string
}

const rows: Row[] = readFileSync('tests/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [, item = '', level = '', , proof = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { item, level, proof }
  })

/** The number of items of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const chapters: Record<string, readonly [one: number, two: number]> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
}

test('the table has every item of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
  for (const [chapter, [one, two]] of Object.entries(chapters)) {
    const its = rows.filter(({ item }) => item.startsWith(`${chapter}.`))
    const of = (level: string) => its.filter((row) => row.level === level).length
    expect([chapter, of('1'), of('2')]).toEqual([chapter, one, two])
  }
  expect(rows.length).toBe(253)
})

test('the test that an item names exists', () => {
  const missing = rows.flatMap(({ item, proof }) =>
    proofsOf(proof).map((one) => [item, one] as const),
  )
  const broken = missing.filter(([, one]) => !stands(one)).map(([item, one]) => `${item}: ${one}`)
  expect(broken).toEqual([])
})

test('what names no test says why', () => {
  const without = rows.filter(({ proof }) => !proof.startsWith('`'))
  for (const { item, proof } of without)
    expect([item, proof]).toEqual([
      item,
      expect.stringMatching(/^(does not apply|accepted): .{10,}/),
    ])
  const accepted = without.filter(({ proof }) => proof.startsWith('accepted'))
  expect(accepted.map(({ item }) => item)).toEqual(['V6.3.3', 'V14.3.3'])
})

test('a test that does not exist is seen', () => {
  expect(stands('tests/house/asvs.test.ts › the table has every item of levels 1 and 2 once')).toBe(
    true,
  )
  expect(stands('tests/house/asvs.test.ts › the table has every item')).toBe(false)
  expect(stands('tests/nowhere.test.ts › a test')).toBe(false)
  expect(stands('SECURITY.md › Nothing of this name')).toBe(false)
})

function proofsOf(proof: string): string[] {
  return [...proof.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)
}

function stands(proof: string): boolean {
  const [file = '', name = ''] = proof.split(' › ')
  if (!existsSync(file) || name === '') return false
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return text.split('\n').includes(`## ${name}`)
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``]
  return file.includes('.test.') || file.includes('.spec.')
    ? quoted.some((one) => text.includes(one))
    : false
}
