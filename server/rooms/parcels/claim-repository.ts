import type { ParcelClaim } from '#contract/parcels/claims'
import type { ParcelState } from '#contract/parcels/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** The data of a parcel that a claim needs. `arrives_at`: the planned arrival. `now`: the database's time. */
export interface ClaimedParcel {
  id: string
  tracking_id: string
  state: ParcelState
  /** When we got the final scan. The time in the scan itself may be wrong. */
  heard_end_at: Date | null
  arrives_at: Date
  cover_kobo: number
  now: Date
}

/** Returns a user's parcel by its tracking ID. With `locked`, also locks its row until the transaction ends. */
export async function findClaimedParcel(
  db: Db,
  requested: { tracking_id: string; user_id: string; locked: boolean },
): Promise<ClaimedParcel | undefined> {
  const { rows } = await sql<ClaimedParcel>`
    select p.id, p.tracking_id, p.state, greatest(p.ended_at, p.proved_at) as heard_end_at, p.cover_kobo, now() as now,
      t.departs_at + make_interval(secs => s.arrives_after_seconds) as arrives_at
    from parcel p join trip t on t.id = p.trip_id
    join schedule_stop s on s.schedule_id = t.schedule_id and s.position = p.leg_to
    where p.tracking_id = ${requested.tracking_id} and p.user_id = ${requested.user_id}
    ${requested.locked ? sql`for update of p` : sql``}`.execute(db)
  return rows[0]
}

/** A stored claim with the number of its photos. Amounts are in kobo. */
export interface ClaimRow extends Omit<ParcelClaim, 'photos' | 'created_at' | 'decided_at'> {
  parcel_id: string
  photos: number
  created_at: Date
  decided_at: Date | null
}

/** The columns of a claim `c`. */
export const claimColumns = sql`c.id, c.parcel_id, c.kind, c.words, c.asked_kobo, c.state, c.granted_kobo, c.paid_kobo, c.answer,
  c.created_at, c.decided_at,
  (select count(*)::int from parcel_photo f where f.parcel_id = c.parcel_id and f.claim_id = c.id) as photos`

/** Returns the claims about parcels, the newest first, with the tracking id of each. */
export async function findClaims(db: Db, parcel_ids: readonly string[]) {
  const { rows } = await sql<ClaimRow & { tracking_id: string }>`
    select ${claimColumns}, p.tracking_id from parcel_claim c join parcel p on p.id = c.parcel_id
    where c.parcel_id = any (${parcel_ids}::uuid[]) order by c.created_at desc, c.id desc`.execute(
    db,
  )
  return rows
}

/** Stores a new claim with the insured value that the parcel has now. */
export async function insertClaim(
  db: Db,
  claim: Pick<ClaimRow, 'id' | 'parcel_id' | 'kind' | 'words' | 'asked_kobo'>,
): Promise<void> {
  await sql`insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo)
    select ${claim.id}::uuid, id, insured, ${claim.kind}, ${claim.words}, ${claim.asked_kobo}::bigint
    from parcel where id = ${claim.parcel_id}`.execute(db)
}
