import type { CellKind } from './feed-files.ts'

/** The value of a cell as `parseCell` returns it; null for an empty cell or a missing column. */
export type CellValue = string | number | null

/** Why a cell of each kind cannot be read, as the text of a fault. */
export const cellErrors: Record<CellKind, string> = {
  text: 'not a text of at most 2,000 characters',
  flag: 'neither 0 nor 1',
  count: 'not a whole number from 0',
  exception: 'neither 1 (runs) nor 2 (does not run)',
  'stop kind': 'not a kind from 0 to 4',
  stopping: 'not a way of stopping from 0 to 3',
  'route type': 'not a route type from 0 to 1702',
  distance: 'not a distance from 0',
  price: 'not an amount like 12.50',
  amount: 'not an amount like 12.50 or -12.50',
  latitude: 'not a latitude from -90 to 90',
  longitude: 'not a longitude from -180 to 180',
  time: 'not a time like 7:05:00 or 25:30:00',
  date: 'not a date like 20261121',
  zone: 'not a time zone like Africa/Lagos',
}

/**
 * Reads a cell by its kind: times as seconds after the service day's start (up to 168 hours, no leading zero needed),
 * dates as YYYY-MM-DD, prices as decimal text. Returns undefined if it is unreadable.
 */
export function parseCell(kind: CellKind, value: string): CellValue | undefined {
  if (kind === 'text') return value.length <= 2000 ? foldSpace(value) : undefined
  if (kind === 'time') return readTime(value)
  // An amount may be below 0: a discount for changing buses.
  if (kind === 'amount') return /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? value : undefined
  if (kind === 'price') return /^\d{1,9}(\.\d{1,9})?$/.test(value) ? value : undefined
  if (kind === 'date') return readDate(value)
  if (kind === 'zone') return readZone(value)
  if (kind === 'latitude' || kind === 'longitude')
    return readNumber(value, kind === 'latitude' ? 90 : 180)
  if (kind === 'distance') return value.startsWith('-') ? undefined : readNumber(value, 1e9)
  const [first, last] = wholes[kind]
  return readWhole(value, first, last)
}

/** Replaces line ends and other white space with one space, since names are printed on one line. */
const foldSpace = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Ranges of whole numbers. Source: google/transit reference.md. */
const wholes = {
  flag: [0, 1],
  count: [0, 999_999_999],
  exception: [1, 2],
  'stop kind': [0, 4],
  stopping: [0, 3],
  'route type': [0, 1702],
} as const

function readWhole(value: string, first: number, last: number): number | undefined {
  if (!/^\d{1,9}$/.test(value)) return undefined
  const whole = Number(value)
  return whole >= first && whole <= last ? whole : undefined
}

function readTime(value: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(value) ?? []
  if (hours === undefined) return undefined
  const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return time <= 168 * 3600 ? time : undefined
}

function readDate(value: string): string | undefined {
  if (!/^[12]\d{7}$/.test(value)) return undefined
  const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}

function readNumber(value: string, limit: number): number | undefined {
  const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value)
  const number = isNumber ? Number(value) : Number.NaN
  return Math.abs(number) <= limit ? number : undefined
}

/** Returns the zone by its exact name: `africa/casablanca` is Africa/Casablanca. Offsets like +01:00 are not zones. */
function readZone(value: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
    return zone.includes('/') || zone === 'UTC' ? zone : undefined
  } catch {
    return undefined
  }
}
