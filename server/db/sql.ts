import pg from 'pg'

/** The result of a statement. `rowCount` is the number of rows read or written, null for statements without a count. */
export interface SqlResult<Row> {
  rows: Row[]
  rowCount: number | null
}

/** Anything that runs statements: the database, a connection or a transaction. */
export interface Queryable {
  query<Row>(statement: Sql<Row>): Promise<SqlResult<Row>>
}

/** A statement or a part of one: values, which may be parts themselves, and the texts around them. */
export class Sql<Row = unknown> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  execute(db: Queryable): Promise<SqlResult<Row>> {
    return db.query(this)
  }
}

/**
 * Makes a statement from a template: ``sql<{ id: string }>`select id from trip where code = ${code}`.execute(db)``.
 * Each `${}` is sent as a parameter, unless it is a part made by `sql`.
 */
export const sql = Object.assign(tag, {
  /** A quoted identifier: `city`, `t.city_id`, `pg_temp.stops`. */
  ref: (name: string) => raw(name.split('.').map(pg.escapeIdentifier).join('.')),
  /** A value that is written into the text as a literal, for statements that take no parameters (`set`, `create`). */
  lit: (value: string | number) =>
    raw(typeof value === 'number' ? String(value) : pg.escapeLiteral(value)),
  /** Joins parts and values by commas or by `between`; empty if there are none. */
  join: (items: readonly unknown[], between: Sql = comma) => {
    const values = items.flatMap((item, at) => (at === 0 ? [item] : [between, item]))
    return new Sql(
      Array.from({ length: values.length + 1 }, () => ''),
      values,
    )
  },
  /** SQL that is inserted unchanged. Never pass input to it. */
  raw,
})

function tag<Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return new Sql(texts, values)
}

function raw<Row = unknown>(text: string): Sql<Row> {
  return new Sql([text], [])
}

const comma = raw(', ')

/** Returns SQL that writes an instant into JSON as the contract has it: `2026-11-30T05:14:27.000Z`. */
export const isoTimeSql = (at: Sql) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The texts of templates without parts. Each template in the code has one entry. */
const plainTexts = new WeakMap<readonly string[], string>()

/** Returns a statement in PostgreSQL's form, with `$1` and so on for values. */
export function compileSql({ texts, values }: Sql): { text: string; values: readonly unknown[] } {
  if (values.some((value) => value instanceof Sql)) return assemble(texts, values)
  const known = plainTexts.get(texts)
  if (known !== undefined) return { text: known, values }
  const { text } = assemble(texts, values)
  plainTexts.set(texts, text)
  return { text, values }
}

function assemble(texts: readonly string[], values: readonly unknown[], found: unknown[] = []) {
  let text = texts[0] ?? ''
  for (const [at, value] of values.entries()) {
    if (value instanceof Sql) text += assemble(value.texts, value.values, found).text
    else text += `$${found.push(value)}`
    text += texts[at + 1] ?? ''
  }
  return { text, values: found }
}
