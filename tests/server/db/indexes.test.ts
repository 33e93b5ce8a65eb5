import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()

test('what belongs to a person, a booking or a departure is found without reading a whole table', async () => {
  // Except logins, which are only queried while they are valid, and scans, which are queried by ticket.
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('person'::regclass, 'booking'::regclass, 'trip'::regclass)
      and c.conrelid not in ('login'::regclass, 'boarding_scan'::regclass)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and coalesce(pg_get_expr(i.indpred, i.indrelid), 'is not null') ilike '%is not null%')`.execute(
    db,
  )
  expect(rows).toEqual([])
})
