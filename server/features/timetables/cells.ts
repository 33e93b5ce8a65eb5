import type { Kind } from './feed-files.ts'

export type Cell = string | number | null

/** What a cell of a kind must look like, for the person who reads why it was refused. */
export const unreadable: Record<Kind, string> = {
  text: 'not a text of at most 2,000 characters',
  whole: 'not a whole number',
  price: 'not an amount like 12.50',
  latitude: 'not a latitude from -90 to 90',
  longitude: 'not a longitude from -180 to 180',
  time: 'not a time like 7:05:00 or 25:30:00',
  date: 'not a date like 20261121',
  zone: 'not a time zone like Africa/Lagos',
}

/**
 * One filled cell read as its kind: times as seconds after the service day's start (hours may go to
 * 168 and need no leading zero), dates as YYYY-MM-DD, prices as decimal text. Undefined: unreadable.
 */
export function readCell(kind: Kind, value: string): Cell | undefined {
  if (kind === 'text') return value.length <= 2000 ? value : undefined
  if (kind === 'time') return readTime(value)
  if (kind === 'whole') return /^-?\d{1,9}$/.test(value) ? Number(value) : undefined
  if (kind === 'price') return /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? value : undefined
  if (kind === 'date') return readDate(value)
  if (kind === 'zone') return isZone(value) ? value : undefined
  return readDegrees(value, kind === 'latitude' ? 90 : 180)
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

function readDegrees(value: string, limit: number): number | undefined {
  const degrees = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN
  return Math.abs(degrees) <= limit ? degrees : undefined
}

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value.includes('/') || value === 'UTC'
  } catch {
    return false
  }
}
