import { expect, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate'
import { withConnection } from '#server/db/client'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database'

/** A database in which a key has made money already, as it was before these guards. */
const { db, url } = await testDatabase({ migrated: false })

const before = readMigrations().filter(({ name }) => name < '0034')
const id = (number: number) => `019b7656-c400-7000-8000-${String(number).padStart(12, '0')}`

/** Without foreign keys: only what the migrations look at is there. */
async function robbed(): Promise<void> {
  await withConnection(url, 'test', async (client) => {
    await client.query(`do $$ declare one record; begin
      for one in select conrelid::regclass as t, conname from pg_constraint where contype = 'f'
        and conrelid in ('operator_key'::regclass, 'parcel'::regclass, 'parcel_event'::regclass, 'parcel_claim'::regclass)
      loop execute format('alter table %s drop constraint %I', one.t, one.conname); end loop;
    end $$`)
    await client.query(
      `insert into operator_key (id, operator_id, name, sha256, label) values ($1, $1, 'ABCDEF', sha256('x'), 'Gate')`,
      [id(1)],
    )
    await client.query(
      `insert into parcel (id, tracking_id, waybill, user_id, quote_id, state, came_from, route_id, operator_id, trip_id,
         leg_from, leg_to, size_code, weight_grams, type_code, add_ons, declared_value_kobo, cover_kobo, price, total_kobo,
         paid_kobo, pay_until, paid_at, pin_hash, pin_issue)
       values ($1, 'T', 'W', $1, $1, 'lost', 'paid', 1, $1, $1, 0, 1, 'small', 1000, 'clothes', '{full_cover}', 500000000,
         500000000, '{}', 100, 100, now(), now() - interval '2 days', sha256('x'), 1)`,
      [id(2)],
    )
    await client.query(
      `insert into parcel_event (id, parcel_id, kind, occurred_at, key_id) values ($1, $2, 'lost', now() - interval '1 day', $3)`,
      [id(3), id(2), id(1)],
    )
    await client.query(
      `insert into parcel_claim (id, parcel_id, kind, words, asked_kobo, state, paid_kobo, answer, key_id, decided_at)
       values ($1, $2, 'lost', 'Gone.', 500000000, 'accepted', 500000000, 'Yes.', $3, now())`,
      [id(4), id(2), id(1)],
    )
  })
  const insurance = sql`account_of('insurance_payable', '')`
  const post = (ref: string, debit: typeof insurance, credit: typeof insurance, kobo: number) =>
    sql`select post_transfer(${ref}, ${ref}, ${debit}, ${credit}, ${kobo}::bigint, 'x')`.execute(db)
  await post('premium', sql`account_of('customer_prepaid', 'x')`, insurance, 5_000_000)
  await post('claim', insurance, sql`account_of('wallet', 'x', false)`, 500_000_000)
}

test('a database that was robbed takes the guards in: float is declared, keys keep what is not reserved', async () => {
  await migrate(url, { migrations: before, functions: [] })
  await robbed()
  await migrate(url)
  const { rows } = await sql<Record<string, unknown>>`
    select a.lazy, a.credits_kobo - a.debits_kobo as balance_kobo, a.entries,
      (select balance_kobo from wallet_entry where account_id = a.id order by number desc limit 1) as told_kobo,
      (select amount_kobo from transfer where code = 'float') as float_kobo,
      (select scopes from operator_key) as scopes,
      (select answered_by from parcel_claim) as answered_by,
      (select granted_kobo from parcel_claim) as granted_kobo,
      (select received_at is not null from parcel) as is_kept
    from account a where a.kind = 'insurance_payable'`.execute(db)
  expect(rows).toEqual([
    {
      lazy: false,
      balance_kobo: 0,
      entries: 3,
      told_kobo: 0,
      float_kobo: 495_000_000,
      scopes: ['boarding', 'counter', 'claims'],
      answered_by: 'old rules',
      granted_kobo: 500_000_000,
      is_kept: true,
    },
  ])
  // What is old may still be touched, as by an erasure.
  await sql`update parcel_claim set words = '', answer = null`.execute(db)
  await expect(
    sql`select post_transfer('y', 'y', account_of('insurance_payable', ''), account_of('wallet', 'x', false), 1, 'x')`.execute(
      db,
    ),
  ).rejects.toThrow('no_overdraft')
})
