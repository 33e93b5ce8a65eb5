import pg from 'pg'

/** What PostgreSQL answers; `rowCount` of rows read or written, null where a statement counts none. */
export interface Result<Row> {
  rows: Row[]
  rowCount: number | null
}

/** Who can be asked a statement: the database, one connection or a transaction. */
export interface Queryable {
  query<Row>(statement: Sql<Row>): Promise<Result<Row>>
}

/** A statement or a piece of one: the texts around its values, which may be pieces themselves. */
export class Sql<Row = unknown> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  execute(db: Queryable): Promise<Result<Row>> {
    return db.query(this)
  }
}

/**
 * A statement as a template: ``sql<{ id: string }>`select id from trip where code = ${code}`.execute(db)``. What
 * stands in `${}` is sent as a parameter, whatever is in it, unless it is itself a piece made by `sql`.
 */
export const sql = Object.assign(tag, {
  /** A name out of code, quoted: `city`, `t.city_id`, `pg_temp.stops`. */
  ref: (name: string) => raw(name.split('.').map(pg.escapeIdentifier).join('.')),
  /** A string or number in the text, for the few statements that take no parameters (`set`, `create`). */
  lit: (value: string | number) =>
    raw(typeof value === 'number' ? String(value) : pg.escapeLiteral(value)),
  /** Pieces and values with commas, or with what is given, between them; of none, nothing. */
  join: (items: readonly unknown[], between: Sql = comma) => {
    const values = items.flatMap((item, at) => (at === 0 ? [item] : [between, item]))
    return new Sql(
      Array.from({ length: values.length + 1 }, () => ''),
      values,
    )
  },
  /** SQL as it stands. Never of what came from outside. */
  raw,
})

function tag<Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return new Sql(texts, values)
}

function raw<Row = unknown>(text: string): Sql<Row> {
  return new Sql([text], [])
}

const comma = raw(', ')

/** The texts of templates without pieces: one a place in the code, whatever the values. */
const plainTexts = new WeakMap<readonly string[], string>()

/** A statement as PostgreSQL takes it, `$1` and on standing for its values. */
export function compile({ texts, values }: Sql): { text: string; values: readonly unknown[] } {
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
