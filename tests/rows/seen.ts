import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the server's tests write down what their statements answered. */
export const seenFolder = resolve('node_modules/.cache/rows')

/** What one template answered with the same columns, however often. */
export interface Shape {
  /** The texts around its values: by these it is found again in the code. */
  template: string
  /** Which file had it executed. */
  file: string
  columns: readonly (readonly [name: string, oid: number])[]
  /** By column, values that were seen, as types of TypeScript: `"Aba"`, `3`, `null`, `{ "kobo": 5 }[]`. */
  values: Record<string, string[]>
}

/** All recorded statements: those asked by template, and templates inside others. */
export interface RecordedStatements {
  asked: ReadonlyMap<string, readonly Shape[]>
  pieces: ReadonlySet<string>
}

export const joinTemplate = (texts: readonly (string | null)[]) => texts.join('${}')

/** How many different values of a column are kept. None is null too few. */
export const mostValues = 40

/** The narrowest type that holds a value as the driver gives it. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return value.length > 60 ? 'string' : JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number'
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'Buffer'
  if (Array.isArray(value)) return `(${unionOf(value.slice(0, mostValues).map(typeOf))})[]`
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${typeOf(one)}`,
  )
  return `{ ${fields.join('; ')} }`
}

export const unionOf = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never'

export function readSeenRows(folder: string): RecordedStatements {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const notes = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Shape | string)
  return {
    asked: Map.groupBy(
      notes.filter((note) => typeof note !== 'string'),
      ({ template }) => template,
    ),
    pieces: new Set(notes.filter((note) => typeof note === 'string')),
  }
}
