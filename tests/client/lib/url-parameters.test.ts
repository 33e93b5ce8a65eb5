import { expect, test } from 'vitest'
import { parseCountParameter, parseDayParameter } from '#lib/url-parameters'

const params = (value: string) => new URLSearchParams({ value })

test('a day of an address counts only if it exists', () => {
  expect(parseDayParameter(params('2026-11-21'), 'value')).toBe('2026-11-21')
  expect(parseDayParameter(params('2028-02-29'), 'value')).toBe('2028-02-29')
  for (const odd of ['', 'x', '2026-13-01', '2026-02-30', '2026-1-1', '2026-11', '9999-12-31'])
    expect(parseDayParameter(params(odd), 'value')).toBe('')
  expect(parseDayParameter(params('2026-11-21'), 'other')).toBe('')
})

test('a number of an address counts only if it is whole and neither too small nor too large', () => {
  expect(parseCountParameter(params('1'), 'value', 6)).toBe(1)
  expect(parseCountParameter(params('6'), 'value', 6)).toBe(6)
  for (const odd of ['', 'abc', '0', '-1', '1.5', '7', '99999999999', 'Infinity'])
    expect(parseCountParameter(params(odd), 'value', 6)).toBeUndefined()
  expect(parseCountParameter(params('1'), 'other', 6)).toBeUndefined()
})
