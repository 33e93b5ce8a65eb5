import { sql } from 'kysely'
import type { Claim } from '#contract/claims'
import type { ParcelState } from '#contract/parcel-states'
import type { Db } from '#server/db/client'

/** A parcel as a claim looks at it. `arrives_at` is the plan; `now` the database's time. */
export interface ClaimedParcel {
  id: string
  tracking_id: string
  state: ParcelState
  /** When we heard that its journey had ended; scanners say when it did, and may be wrong. */
  heard_end_at: Date | null
  arrives_at: Date
  cover_kobo: number
  now: Date
}

/** A user's parcel by its tracking id. `locked`: until the transaction ends. */
export async function findClaimedParcel(
  db: Db,
  asked: { tracking_id: string; user_id: string; locked: boolean },
): Promise<ClaimedParcel | undefined> {
  const { rows } = await sql<ClaimedParcel>`
    select p.id, p.tracking_id, p.state, greatest(p.ended_at, p.proved_at) as heard_end_at, p.cover_kobo, now() as now,
      t.departs_at + make_interval(secs => s.arrives_after_seconds) as arrives_at
    from parcel p join trip t on t.id = p.trip_id
    join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p.leg_to
    where p.tracking_id = ${asked.tracking_id} and p.user_id = ${asked.user_id}
    ${asked.locked ? sql`for update of p` : sql``}`.execute(db)
  return rows[0]
}

/** A claim as it is kept, with how many photos came with it. Kobo. */
export interface ClaimRow extends Omit<Claim, 'photos' | 'created_at' | 'decided_at'> {
  parcel_id: string
  photos: number
  created_at: Date
  decided_at: Date | null
}

const columns = sql`c.id, c.parcel_id, c.kind, c.words, c.asked_kobo, c.state, c.paid_kobo, c.answer,
  c.created_at, c.decided_at,
  (select count(*)::int from parcel_photo f where f.parcel_id = c.parcel_id and f.claim_id = c.id) as photos`

/** The claims about parcels, the newest first, with the tracking id of each. */
export async function findClaims(db: Db, parcel_ids: readonly string[]) {
  const { rows } = await sql<ClaimRow & { tracking_id: string }>`
    select ${columns}, p.tracking_id from parcel_claim c join parcel p on p.id = c.parcel_id
    where c.parcel_id = any (${parcel_ids}::uuid[]) order by c.created_at desc, c.id desc`.execute(
    db,
  )
  return rows
}

/** Writes a claim that nobody has answered. */
export async function insertClaim(
  db: Db,
  claim: Pick<ClaimRow, 'id' | 'parcel_id' | 'kind' | 'words' | 'asked_kobo'>,
): Promise<void> {
  await sql`insert into parcel_claim (id, parcel_id, kind, words, asked_kobo) values (${claim.id},
    ${claim.parcel_id}, ${claim.kind}, ${claim.words}, ${claim.asked_kobo})`.execute(db)
}

/** A claim as its operator reads it. Kobo. */
export interface OperatorClaimRow extends ClaimRow {
  waybill: string
  declared_value_kobo: number
  cover_kobo: number
}

const asOperator = sql`select ${columns}, p.waybill, p.declared_value_kobo, p.cover_kobo
  from parcel_claim c join parcel p on p.id = c.parcel_id`

/** Claims about an operator's parcels: open ones first, the oldest on top, then the newest answers; 200 at most. */
export async function findOperatorClaims(db: Db, operator_id: string): Promise<OperatorClaimRow[]> {
  const { rows } = await sql<OperatorClaimRow>`${asOperator} where p.operator_id = ${operator_id}
    order by (c.state = 'open') desc, case when c.state = 'open' then c.created_at end, c.decided_at desc, c.id
    limit 200`.execute(db)
  return rows
}

/** A claim about an operator's parcel, locked with its parcel until the transaction ends. */
export async function lockOperatorClaim(
  db: Db,
  asked: { id: string; operator_id: string },
): Promise<OperatorClaimRow | undefined> {
  // The parcel before its claim, as claiming does; what waited for the lock is then read anew.
  await sql`select from parcel p where p.operator_id = ${asked.operator_id}
    and p.id = (select parcel_id from parcel_claim where id = ${asked.id}) for update`.execute(db)
  const { rows } = await sql<OperatorClaimRow>`${asOperator}
    where c.id = ${asked.id} and p.operator_id = ${asked.operator_id} for update of c`.execute(db)
  return rows[0]
}

/** Writes an operator's answer: above zero it is accepted and the ledger pays, else it is refused. */
export async function answer(
  db: Db,
  it: { id: string; parcel_id: string; pay_kobo: number; words: string; key_id: string },
): Promise<void> {
  await sql`update parcel_claim set state = ${it.pay_kobo > 0 ? 'accepted' : 'refused'},
    paid_kobo = ${it.pay_kobo}, answer = ${it.words}, key_id = ${it.key_id}, decided_at = now()
    where id = ${it.id}`.execute(db)
  if (it.pay_kobo > 0)
    await sql`select pay_claim(${it.id}::uuid, ${it.parcel_id}::uuid, ${it.pay_kobo}::bigint)`.execute(
      db,
    )
}
