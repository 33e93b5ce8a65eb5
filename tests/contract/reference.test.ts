import { expect, test } from 'vitest'
import { normaliseReference, referenceAlphabet, isReference } from '#contract/reference'
import { makeId, makeReference } from '#server/platform/ids'

const samples = Array.from({ length: 20 }, makeReference)

test('a new reference is well-formed, however it is written down', () => {
  for (const reference of samples) {
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{11}$/)
    const written = `${reference.slice(0, 4)}-${reference.slice(4)}`
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect(normaliseReference(` ${written} `)).toBe(reference)
    expect(isReference(written)).toBe(true)
  }
})

test('no single wrong character passes', () => {
  for (const reference of samples) {
    for (let at = 0; at < reference.length; at += 1) {
      for (const other of referenceAlphabet) {
        const wrong = reference.slice(0, at) + other + reference.slice(at + 1)
        expect(isReference(wrong)).toBe(wrong === reference)
      }
    }
  }
})

test('no two swapped characters pass', () => {
  for (const reference of samples) {
    for (let at = 0; at < reference.length - 1; at += 1) {
      const [one = '', other = ''] = reference.slice(at, at + 2)
      const swapped = reference.slice(0, at) + other + one + reference.slice(at + 2)
      expect(isReference(swapped)).toBe(one === other)
    }
  }
})

test('what is too short, too long or in other letters is not a reference', () => {
  for (const text of [
    '',
    '0',
    '0'.repeat(10),
    '0'.repeat(12),
    'UUUUUUUUUUU',
    '😀'.repeat(11),
    '\u0000'.repeat(11),
  ]) {
    expect(isReference(text)).toBe(false)
  }
})

test('later ids sort after earlier ones', async () => {
  const first = makeId()
  const millisecondOf = (id: string) => id.slice(0, 13)
  let later = makeId()
  while (millisecondOf(later) === millisecondOf(first)) later = makeId()
  expect(first < later).toBe(true)
})
