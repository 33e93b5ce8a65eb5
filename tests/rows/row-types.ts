import { joinTypes, type RecordedShape } from '#tests/rows/seen'

/** The driver's types, by the type numbers of pg_type. json and unlisted types may be anything. */
const scalars: Record<string, readonly number[]> = {
  boolean: [16],
  // int8, int2, int4, oid, float4, float8, numeric.
  number: [20, 21, 23, 26, 700, 701, 1700],
  // "char", name, text, bpchar, varchar, date, time, uuid.
  string: [18, 19, 25, 1042, 1043, 1082, 1083, 2950],
  Date: [1114, 1184],
  Uint8Array: [17],
}
const lists: Record<string, readonly number[]> = {
  boolean: [1000],
  number: [1005, 1007, 1016, 1021, 1022, 1231],
  string: [1003, 1009, 1014, 1015, 1182, 2951],
  Date: [1115, 1185],
  Uint8Array: [1001],
}

/**
 * The type that a declared row must extend: the named columns are within PostgreSQL's types. PostgreSQL does not know
 * whether they may be null.
 */
export function buildWidestRowType(shapes: readonly RecordedShape[]): string {
  const rows = shapes.map(({ columns }) =>
    rowOf(new Map(columns.map(([name, oid]) => [name, widest(oid)])), '?'),
  )
  return [...new Set(rows)].join(' & ')
}

/** All recorded rows as a type that the declared one must cover, with null where null was recorded. */
export function buildRecordedRowType(shapes: readonly RecordedShape[]): string {
  const all = Map.groupBy(shapes, ({ columns }) => columns.join())
  return [...all.values()]
    .map((same) => {
      const names = same[0]?.columns.map(([name]) => name) ?? []
      const typeOf = (name: string) => joinTypes(same.flatMap(({ values }) => values[name] ?? []))
      return rowOf(new Map(names.map((name) => [name, typeOf(name)])), '')
    })
    .join(' | ')
}

function rowOf(types: ReadonlyMap<string, string>, mark: '?' | ''): string {
  const fields = [...types].map(([name, type]) => `${JSON.stringify(name)}${mark}: ${type}`)
  return `{ ${fields.join('; ')} }`
}

function widest(oid: number): string {
  const kind = (types: typeof scalars) =>
    Object.keys(types).find((one) => types[one]?.includes(oid))
  const [scalar, list] = [kind(scalars), kind(lists)]
  if (scalar !== undefined) return `${scalar} | null`
  return list === undefined ? 'unknown' : `readonly (${list} | null)[] | null`
}
