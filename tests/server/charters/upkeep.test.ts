import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { aCharter, aVehicle, payCharter, moveStart } from '#tests/support/makers/charters'
import { runCharterSweep } from '#tests/support/server/jobs'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server } = await aPaymentWorld()

test('a hundred balances that were reminded of keep nobody else from being reminded', async () => {
  const made = await aCharter(server, await aVehicle(db))
  await payCharter(server, made)
  await moveStart(db, made.charter, 100)
  const which = sql`i.number = 2 and i.charter_id = (
    select id from charter where reference = ${made.charter.reference})`
  await db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with h as (
        insert into charter select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
          'reference', 'COPY' || n))).*
        from charter c, generate_series(1, 100) n where c.reference = ${made.charter.reference} returning id)
      insert into charter_instalment
      select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'charter_id', h.id, 'reminders', 1,
        'due_at', i.due_at - interval '1 hour'))).*
      from charter_instalment i, h where ${which}`.execute(tx)
  })
  await runCharterSweep(db)
  const { rows } = await sql`select i.reminders from charter_instalment i where ${which}`.execute(
    db,
  )
  expect(rows).toEqual([{ reminders: 1 }])
})
