import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()
const text = readFileSync('docs/scaling.md', 'utf8')

/** The group and key of each table that would be distributed, from docs/scaling.md. */
const tables = new Map(
  [...text.matchAll(/^\| `(\w+)` \| (\w+) \| `(\w+)` \|$/gm)].map(
    ([, table = '', group = '', key = '']) => [table, { group, key }] as const,
  ),
)
/** The constraints without a key that docs/scaling.md lists, with what is done instead. */
const [, exceptionsText = ''] = text.split('### What contains no key')
const exceptions = [...exceptionsText.matchAll(/`(\w+)`/g)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'idempotency')

interface Constraint {
  table: string
  name: string
  columns: string[]
  /** The table to which a foreign key leads; null for a unique constraint or index. */
  to: string | null
}

async function listConstraints(): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select i.indrelid::regclass::text as table, c.relname::text as name, null as to,
      array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
    union all
    select conrelid::regclass::text, conname::text, confrelid::regclass::text,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey))
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db)
  return rows
}

/** Whether a constraint of a distributed table can hold on one machine. */
function staysOnOneMachine({ table, columns, to }: Constraint): boolean {
  const own = tables.get(table)
  if (own === undefined) return true
  if (to === null) return columns.includes(own.key) || (columns.length === 1 && columns[0] === 'id')
  const target = tables.get(to)
  return target === undefined || target.group === own.group
}

test('each constraint that decides a seat or a kobo contains its distribution key, or is listed', async () => {
  const constraints = await listConstraints()
  const known = new Set(constraints.map(({ table }) => table))
  expect([...tables.keys()].filter((table) => !known.has(table))).toEqual([])
  const apart = constraints.filter((one) => !staysOnOneMachine(one)).map(({ name }) => name)
  expect(exceptions.toSorted()).toEqual(apart.toSorted())
})

test('who has a seat, a vehicle or money is decided on one machine', async () => {
  const decisive = ['seat_claim_pkey', 'ticket_live', 'charter_day_pkey', 'wallet_entry_pkey']
  const found = (await listConstraints()).filter(({ name }) => decisive.includes(name))
  expect(found.map(({ name }) => name).toSorted()).toEqual(decisive.toSorted())
  expect(found.filter((one) => !tables.has(one.table) || !staysOnOneMachine(one))).toEqual([])
})
