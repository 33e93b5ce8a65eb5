import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { runConcurrently } from './concurrently.ts'
import {
  aPaidParcel,
  anUnpaidParcel,
  makeSqlParcelPaymentArrive,
  openParcelPayment,
  copyParcel,
  type SqlParcel,
} from '#tests/load/sales/parcels'

/** Ignores errors: they mean that the guard works. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Two payments for one parcel arrive at the same time. */
export async function payParcelTwiceAtOnce(db: Db): Promise<void> {
  const sent = await anUnpaidParcel(db)
  const payments = [await openParcelPayment(db, sent), await openParcelPayment(db, sent)]
  await runConcurrently(
    db,
    ...payments.map((payment) => (tx: Db) => makeSqlParcelPaymentArrive(tx, payment)),
  )
}

/** Pays a parcel without making its PIN. */
export async function payWithoutPin(db: Db): Promise<void> {
  const sent = await anUnpaidParcel(db)
  await refused(makeSqlParcelPaymentArrive(db, await openParcelPayment(db, sent), null))
}

/** Cancels a parcel for which money is set aside. */
export async function cancelWhileSetAside(db: Db): Promise<void> {
  const sent = await anUnpaidParcel(db, 500_000)
  await openParcelPayment(db, sent, 200_000)
  await sql`update parcel set state = 'cancelled' where id = ${sent.id}`.execute(db)
}

async function aStaffKey(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into staff_key (id, name, sha256, label, scopes) values (${makeId()}, 'ATTACK', ${Buffer.alloc(32)}, 'x', '{claims}')
    on conflict (name) do update set label = 'x' returning id`.execute(db)
  return rows[0]?.id
}

/** Makes a claim that `answered_by` has accepted and that is not paid yet; returns its id. */
async function aGrantedClaim(
  db: Db,
  { id }: SqlParcel,
  kobo: number,
  answered_by: 'operator' | 'staff' = 'staff',
): Promise<string> {
  const claim = makeId()
  const key = answered_by === 'staff' ? await aStaffKey(db) : null
  await sql`insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo, state, granted_kobo, answered_by,
      staff_key_id, decided_at)
    select ${claim}::uuid, id, insured, 'lost', 'It never came.', ${kobo}::bigint, 'to_be_paid', ${kobo}::bigint,
      ${answered_by}, ${key}::uuid, now()
    from parcel where id = ${id}`.execute(db)
  return claim
}

async function pay(db: Db, claim: string): Promise<void> {
  await sql`select pay_claim(${claim}::uuid)`.execute(db)
}

/** Pays the money of a claim again, without using the claim. */
export async function payClaimTwice(db: Db): Promise<void> {
  const sent = await aPaidParcel(db)
  await pay(db, await aGrantedClaim(db, sent, 100))
  await refused(
    sql`select post_transfer('claim:again', 'claim:again', account_of('operator_payable', 'x'),
      account_of('wallet', ${sent.sender}, false), 100, 'claim', ${sent.id}::uuid)`.execute(db),
  )
}

/** Pays a claim that exceeds the parcel's cover. */
export async function payClaimAboveCover(db: Db): Promise<void> {
  const sent = await aPaidParcel(db)
  await refused(pay(db, await aGrantedClaim(db, sent, sent.cover_kobo + 100)))
}

/** Pays a claim from an insurance account that has only one premium. */
export async function overdrawInsurance(db: Db): Promise<void> {
  const sent = await aPaidParcel(db, { insured: true })
  await refused(pay(db, await aGrantedClaim(db, sent, sent.cover_kobo)))
}

/** An operator alone accepts a claim for an insured parcel. */
export async function grantInsuredClaimAsOperator(db: Db): Promise<void> {
  const sent = await aPaidParcel(db, { insured: true })
  await refused(aGrantedClaim(db, sent, 100, 'operator'))
}

/** An operator that has granted ₦190,000 in a day grants ₦10,000 twice at the same time. */
export async function grantClaimsAtOnce(db: Db): Promise<void> {
  const first = await anUnpaidParcel(db)
  const sent = [first]
  while (sent.length < 21) {
    await sql`update parcel set pay_until = created_at where user_id = ${first.sender}`.execute(db)
    sent.push({ ...first, id: await copyParcel(db, first) })
  }
  const grant = (on: Db, one: SqlParcel) => aGrantedClaim(on, one, 1_000_000, 'operator')
  for (const one of sent.slice(2)) await grant(db, one)
  await runConcurrently(db, ...sent.slice(0, 2).map((one) => (tx: Db) => grant(tx, one)))
}

async function scan(db: Db, { id }: SqlParcel, kind: string, occurred_at: Date): Promise<void> {
  const event = { id: makeId(), kind, occurred_at }
  await sql`
    with key as (
      insert into operator_key (id, operator_id, name, sha256, label, scopes)
      select ${makeId()}::uuid, operator_id, upper(left(md5(random()::text), 6)), ${Buffer.alloc(32)}, 'x', '{counter}'
      from parcel where id = ${id} returning id, operator_id
    )
    select record_parcel_scan(${id}::uuid, jsonb_populate_record(null::parcel_event, ${JSON.stringify(event)}::jsonb
      || jsonb_build_object('operator_id', key.operator_id, 'key_id', key.id)), null, null, null, null) from key`.execute(
    db,
  )
}

/** Reports a parcel as lost that the counter never accepted. */
export async function loseUnreceivedParcel(db: Db): Promise<void> {
  await refused(scan(db, await aPaidParcel(db), 'lost', new Date()))
}

/** Reports today that a parcel was accepted fifty days ago. */
export async function backdateScan(db: Db): Promise<void> {
  const sent = await aPaidParcel(db)
  await sql`update parcel set paid_at = now() - interval '60 days' where id = ${sent.id}`.execute(
    db,
  )
  await refused(scan(db, sent, 'received', new Date(Date.now() - 50 * 86_400_000)))
}

/** A person with nine unpaid parcels requests two more at the same time. */
export async function requestParcelsAtOnce(db: Db): Promise<void> {
  const first = await anUnpaidParcel(db)
  const another = (on: Db) => copyParcel(on, first)
  for (let n = 2; n <= 9; n += 1) await another(db)
  await runConcurrently(db, another, another)
}
