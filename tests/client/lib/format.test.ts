import { formatDuration } from '#contract/quantities'
import { formatPhone, parsePhone } from '#contract/phone'
import { afterEach, expect, test, vi } from 'vitest'
import {
  addDays,
  computeDay,
  foldAccents,
  formatAge,
  formatDay,
  formatDayShort,
  formatTime,
  today,
} from '#lib/format'

afterEach(() => vi.useRealTimers())

test('times are those of the clock where the bus is', () => {
  expect(formatTime('2026-11-21T05:30:00Z')).toBe('6:30\u00a0AM')
  expect(formatTime('2026-11-21T11:00:00Z')).toBe('12:00\u00a0PM')
  expect(formatTime('2026-11-20T23:05:00Z')).toBe('12:05\u00a0AM')
  expect(formatTime('2026-11-21T05:30:00Z', 'Africa/Accra')).toBe('5:30\u00a0AM')
  expect(computeDay('2026-11-20T23:05:00Z')).toBe('2026-11-21')
})

test('days are written as people here write them', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T23:30:00Z') })
  expect(today()).toBe('2026-11-21')
  expect(formatDay('2026-09-01')).toBe('1\u00a0Sep 2026')
  expect(formatDayShort('2026-11-21')).toBe('Today')
  expect(formatDayShort('2026-11-22')).toBe('Tomorrow')
  expect(formatDayShort('2026-11-23')).toBe('Mon 23\u00a0Nov')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('ages and durations are said in the largest unit that fits', () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 })
  const ago = (minutes: number) => formatAge(Date.now() - minutes * 60_000)
  expect([
    ago(0),
    ago(1),
    ago(59),
    ago(180),
    ago(60 * 35),
    ago(60 * 49),
    formatAge(Date.now() + 5000),
  ]).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '3 hours ago',
    '1 day ago',
    '2 days ago',
    'just now',
  ])
  expect([formatDuration(45), formatDuration(120), formatDuration(895)]).toEqual([
    '45 min',
    '2 h',
    '14 h 55\u00a0min',
  ])
})

test('accents do not matter when names are compared', () => {
  expect(foldAccents('Ọwẹrẹ')).toBe('owere')
})

test.for([
  ['0803 123 4567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['+234 (0) 803-123-4567', '+2348031234567'],
  ['２３４８０３１２３４５６７', '+2348031234567'],
  ['+44 7911 123456', '+447911123456'],
  ['01 270 1234', '+2342012701234'],
  ['0803 123 456', undefined],
  ['+234 803 123 45', undefined],
  ['12345', undefined],
  ['call me', undefined],
] as const)('the phone number %s is read as %s', ([written, e164]) => {
  expect(parsePhone(written)).toBe(e164)
})

test('a phone number copied out of contacts or a page keeps its invisible marks and long dashes, and is read', () => {
  for (const written of [
    '\u202a0803 123 4567\u202c',
    '\u200e+234\u00a0803\u00a0123\u00a04567',
    '\u2066+2348031234567\u2069',
    '0803\u2011123\u20114567',
    '0803\u2013123\u20134567',
  ])
    expect(parsePhone(written)).toBe('+2348031234567')
})

test('a phone number is shown as people say it', () => {
  expect(formatPhone('+2348031234567')).toBe('0803 123 4567')
  expect(formatPhone('+447911123456')).toBe('+447911123456')
})
