import type pg from 'pg'

interface Column {
  table_name: string
  comment: string | null
  name: string
  type: string
  is_array: boolean
  is_nullable: boolean
  is_filled: boolean
  /** A check of the kind `x in ('a', 'b')`, as PostgreSQL prints it. */
  choice: string | null
}

const columnsQuery = `
  select c.relname as table_name, obj_description(c.oid, 'pg_class') as comment, a.attname as name,
    coalesce(e.typname, t.typname) as type, e.oid is not null as is_array,
    not a.attnotnull as is_nullable,
    a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as is_filled,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) like '% = ANY (ARRAY[''%' order by k.conname limit 1) as choice
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('schema_migration', 'schema_function')
  order by c.relname collate "C", a.attnum`

const types: Record<string, string> = {
  ...Object.fromEntries(
    ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'].map((name) => [name, 'number']),
  ),
  ...Object.fromEntries(
    ['text', 'varchar', 'bpchar', 'uuid', 'date', 'time'].map((name) => [name, 'string']),
  ),
  bool: 'boolean',
  timestamptz: 'Timestamp',
  bytea: 'Bytes',
  jsonb: 'Json',
}

/**
 * What `server/db/tables.ts` and `server/db/tables/` should say about the database at the other end
 * of `client`: file below server/db → text. A table's room is the first word of its comment
 * (`'trips: dated departures'`). Throws for a table without one and for a type it does not know.
 */
export async function describeTables(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, (column) => column.table_name)
  const rooms = Map.groupBy(tables.keys(), (table) => roomOf(tables.get(table)?.[0]))
  const files = new Map<string, string>()
  const sorted = [...rooms].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [room, names] of sorted) {
    const interfaces = names.map((name) => interfaceOf(name, tables.get(name) ?? []))
    files.set(`tables/${room}.ts`, roomFile(interfaces))
  }
  return files.set('tables.ts', doorFile(new Map(sorted)))
}

function roomOf(column: Column | undefined): string {
  const room = /^([a-z]+): /.exec(column?.comment ?? '')?.[1]
  if (room === undefined)
    throw new Error(`Say the room of ${column?.table_name}: comment on table … is 'room: …'.`)
  return room
}

function interfaceOf(table: string, columns: Column[]): string {
  const comment = columns[0]?.comment?.replace(/^[a-z]+: /, '')
  const fields = columns.map((column) => `  ${column.name}: ${typeOf(column)}\n`)
  return `/** ${comment} */\nexport interface ${nameOf(table)} {\n${fields.join('')}}\n`
}

function typeOf(column: Column): string {
  const bare = column.choice === null ? types[column.type] : choices(column.choice)
  if (bare === undefined)
    throw new Error(`No type is known for ${column.table_name}.${column.name} (${column.type}).`)
  const listed = column.is_array ? `${bare}[]` : bare
  const nullable = column.is_nullable ? `${listed} | null` : listed
  return column.is_filled ? `Generated<${nullable}>` : nullable
}

/** `CHECK ((x = ANY (ARRAY['a'::text, …])))` as `'a' | …`. */
function choices(check: string): string {
  return [...check.matchAll(/'((?:[^']|'')*)'::/g)].map(([, value]) => `'${value}'`).join(' | ')
}

function roomFile(interfaces: string[]): string {
  const text = interfaces.join('\n')
  const used = ['Bytes', 'Generated', 'Json', 'Timestamp'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  )
  const imports =
    used.length === 0 ? '' : `import type { ${used.join(', ')} } from '#server/db/column-types'\n\n`
  return `// Written by npm run tables from the migrations.\n${imports}${text}`
}

function doorFile(rooms: Map<string, string[]>): string {
  const imports = [...rooms].map(([room, tables]) => {
    const names = tables.map(nameOf)
    const line = `import type { ${names.join(', ')} } from '#server/db/tables/${room}'\n`
    if (line.length <= 101) return line
    return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '#server/db/tables/${room}'\n`
  })
  const tables = [...rooms.values()]
    .flat()
    .sort()
    .map((table) => `  ${table}: ${nameOf(table)}\n`)
  return `// Written by npm run tables from the migrations.\n${imports.join('')}
/** Every table by its name, as Kysely reads and writes it. */
export interface Database {\n${tables.join('')}}\n`
}

function nameOf(table: string): string {
  return table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
