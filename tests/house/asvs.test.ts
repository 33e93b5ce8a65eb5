import { expect, test } from 'vitest'
import { isExistingProof, listProofs, readRows } from './proofs.ts'

const rows = readRows('tests/asvs.md', /^V\d/).map(([item = '', level = '', , proof = '']) => ({
  item,
  level,
  proof,
}))

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
    listProofs(proof).map((one) => [item, one] as const),
  )
  const broken = missing
    .filter(([, one]) => !isExistingProof(one))
    .map(([item, one]) => `${item}: ${one}`)
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
  expect(
    isExistingProof('tests/house/asvs.test.ts › the table has every item of levels 1 and 2 once'),
  ).toBe(true)
  expect(isExistingProof('tests/house/asvs.test.ts › the table has every item')).toBe(false)
  expect(isExistingProof('tests/nowhere.test.ts › a test')).toBe(false)
  expect(isExistingProof('SECURITY.md › Nothing of this name')).toBe(false)
})
