import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { type Queryable, Sql } from '#server/db/sql'
import {
  maxStoredValues,
  seenFolder,
  type RecordedShape,
  joinTemplate,
  inferType,
} from '#tests/rows/seen'

/** The texts of a template are one array per position in the code; maps it to the file that first executed it. */
const files = new WeakMap<readonly string[], string>()

interface StatementRecord {
  file: string
  columns: RecordedShape['columns']
  values: Map<string, Set<string>>
  isNews: boolean
}

const shapes = new Map<string, Map<string, StatementRecord>>()
const pieces = new Map<string, 'news' | 'told'>()

const there: Sql['execute'] & { bare?: Sql['execute'] } = Sql.prototype.execute
// `vi.resetModules()` loads this file again, but `Sql` still has the wrapper of the first load. `bare` is the original
// method, so that a wrapper never wraps another one.
const bare = there.bare ?? there
async function executeAndNote(this: Sql, db: Queryable) {
  const file = fileOf(this.texts)
  const result = await bare.call(this, db)
  // Several statements in one query return an array of answers.
  if (!Array.isArray(result)) note(this, file, result as pg.QueryResult<Record<string, unknown>>)
  return result
}
Sql.prototype.execute = Object.assign(executeAndNote, { bare })

function note(
  statement: Sql,
  file: string,
  { fields, rows }: pg.QueryResult<Record<string, unknown>>,
): void {
  for (const value of statement.values) if (value instanceof Sql) notePiece(value)
  // Only a statement that was written as a template can have a row type; those of `sql.raw` and `sql.join` have none.
  if (!('raw' in statement.texts)) return
  const known = knownOf(joinTemplate(statement.texts), file, fields)
  for (const row of rows)
    for (const [column, types] of known.values) {
      const type =
        types.size < maxStoredValues || row[column] === null ? inferType(row[column]) : undefined
      if (type === undefined || types.has(type)) continue
      types.add(type)
      known.isNews = true
    }
}

function notePiece(piece: Sql): void {
  for (const value of piece.values) if (value instanceof Sql) notePiece(value)
  if (!('raw' in piece.texts)) return
  const template = joinTemplate(piece.texts)
  if (!pieces.has(template)) pieces.set(template, 'news')
}

function fileOf(texts: readonly string[]): string {
  const known = files.get(texts)
  if (known !== undefined) return known
  const stack = new Error('where?').stack ?? ''
  const callers = [...stack.matchAll(/[^\s()]*\/(?:server|demo|tests)\/[^\s():]+/g)].map(([path]) =>
    relative(process.cwd(), path.replace('file://', '')),
  )
  const file = callers.find((path) => !path.startsWith('tests/rows/')) ?? ''
  files.set(texts, file)
  return file
}

function knownOf(template: string, file: string, fields: readonly pg.FieldDef[]): StatementRecord {
  const ofTemplate = shapes.get(template) ?? new Map<string, StatementRecord>()
  shapes.set(template, ofTemplate)
  const columns = fields.map(({ name, dataTypeID }) => [name, dataTypeID] as const)
  const key = [file, ...columns].join()
  const known = ofTemplate.get(key) ?? {
    file,
    columns,
    values: new Map(columns.map(([name]) => [name, new Set<string>()])),
    isNews: true,
  }
  ofTemplate.set(key, known)
  return known
}

/** Writes what was recorded since the last call into `folder`. */
export function storeSeenRows(folder = seenFolder): void {
  const lines: string[] = []
  for (const [template, known] of shapes)
    for (const shape of known.values()) {
      if (!shape.isNews) continue
      shape.isNews = false
      const values = Object.fromEntries(
        [...shape.values].map(([name, types]) => [name, [...types]]),
      )
      lines.push(
        JSON.stringify({
          template,
          file: shape.file,
          columns: shape.columns,
          values,
        } satisfies RecordedShape),
      )
    }
  for (const [template, state] of pieces) {
    if (state === 'news') lines.push(JSON.stringify(template))
    pieces.set(template, 'told')
  }
  if (lines.length === 0) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${lines.join('\n')}\n`)
}

// For a command that was started with this module; a test worker stores its rows after each file.
process.once('exit', () => storeSeenRows())
