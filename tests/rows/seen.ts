import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the server's tests record the answers to their statements. */
export const seenFolder = resolve('node_modules/.cache/rows')

/** The answers to one template with the same columns, over all calls. */
export interface RecordedShape {
  /** The texts around its values, by which it is found again in the code. */
  template: string
  /** The file that executed it. */
  file: string
  columns: readonly (readonly [name: string, oid: number])[]
  /** The recorded values of each column, as TypeScript types: `"Aba"`, `3`, `null`, `{ "kobo": 5 }[]`. */
  values: Record<string, string[]>
}

/** All recorded statements: executed templates, and templates nested in others. */
export interface RecordedStatements {
  asked: ReadonlyMap<string, readonly RecordedShape[]>
  pieces: ReadonlySet<string>
}

export const joinTemplate = (texts: readonly (string | null)[]) => texts.join('${}')

/** How many different values of a column are stored. Null is always stored. */
export const maxStoredValues = 40

/** Returns the narrowest type of a value from the driver. */
export function inferType(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return value.length > 60 ? 'string' : JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number'
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'Buffer'
  if (Array.isArray(value))
    return `(${joinTypes(value.slice(0, maxStoredValues).map(inferType))})[]`
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${inferType(one)}`,
  )
  return `{ ${fields.join('; ')} }`
}

export const joinTypes = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never'

export function readSeenRows(folder: string): RecordedStatements {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const notes = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedShape | string)
  return {
    asked: Map.groupBy(
      notes.filter((note) => typeof note !== 'string'),
      ({ template }) => template,
    ),
    pieces: new Set(notes.filter((note) => typeof note === 'string')),
  }
}
