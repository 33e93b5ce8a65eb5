import { parcelHandInDays } from '#contract/parcels/rules'
import { parcelDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { deleteInSteps, updateInSteps } from '#server/db/in-steps'
import { type Sql, sql } from '#server/db/sql'
import type { CarriagePlan } from './quote-repository.ts'
import { parcelJoins, personalColumns } from './repository.ts'

/**
 * Ends overdue unpaid parcels for which no money is on its way, at most `limit`; returns their ids. Releases wallet
 * money held for ended attempts.
 */
export async function endUnpaidParcels(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select expire_parcels(${limit}::int) as id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Ends the hand-in period of at most `limit` parcels that were paid two weeks ago (`parcelHandInDays`) and never handed
 * in: they are no longer moved to a later bus. Returns their ids.
 */
export async function endHandInPeriod(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update parcel set hand_in_ended_at = now() where id in (
      select id from parcel where state = 'paid' and hand_in_ended_at is null
        and paid_at < now() - ${parcelHandInDays} * interval '1 day'
      order by id limit ${limit} for update)
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Parcels that are not yet at their counter although their bus has left, that were handed in after their hand-in
 * period, or whose bus is cancelled or no longer in its timetable.
 */
export interface ParcelsToReplan {
  ids: string[]
  operator: string
  /** The motor park of the counter, or the city of the door. */
  from: string
  to: string
}

/** Returns all parcels that need another bus, grouped by operator and route. */
export async function findParcelsToReplan(db: Db): Promise<ParcelsToReplan[]> {
  const { rows } = await sql<ParcelsToReplan>`
    select array_agg(p.id order by p.id) as ids, o.code as operator, coalesce(m.code, a.code) as "from", b.code as "to"
    from ${parcelJoins}
    join trip t on t.id = p.trip_id
    join operator o on o.id = p.operator_id
    left join parcel_location l on l.id = p.drop_off_location_id
    left join motor_park m on m.id = l.motor_park_id
    where (p.state in ('pending_payment', 'paid') and p.hand_in_ended_at is null
        or p.state = 'received' and p.hand_in_ended_at is not null)
        and (t.status in ('departed', 'completed') or boards_at(p.trip_id, p.leg_from) <= now())
      or (p.state in ('pending_payment', 'paid') and p.hand_in_ended_at is null or p.state = 'received')
        and (t.status = 'cancelled' or t.withdrawn_at is not null)
    group by 2, 3, 4`.execute(db)
  return rows
}

/** Plans a parcel for another bus of its operator, unless it was loaded meanwhile. */
export async function replanParcel(db: Db, id: string, plan: CarriagePlan): Promise<void> {
  await sql`
    update parcel set trip_id = ${plan.trip_id}::uuid, leg_from = ${plan.leg_from}, leg_to = ${plan.leg_to},
      hand_in_ended_at = null
    where id = ${id}::uuid and state in ('pending_payment', 'paid', 'received')`.execute(db)
}

/**
 * Deletes personal data, contents and photos of parcels after their retention, even if the parcels never reach a final
 * state.
 */
export async function deleteExpiredParcelData(db: Db): Promise<void> {
  const isOld = sql`sender_name is not null and (ended_at < now() - ${parcelDataDays.ended} * interval '1 day'
    or ended_at is null and created_at < now() - ${parcelDataDays.endless} * interval '1 day')`
  await updateInSteps(db, 'parcel', noPersonalData, isOld)
  await deletePhotos(db, sql`p.sender_name is null`)
}

/** Returns how many parcels of a person are on their way or being paid. */
export async function countParcelsOnTheWay(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ parcels: number }>`
    select count(*)::int as parcels from parcel p where p.user_id = ${person_id}
      and p.state not in ('delivered', 'returned', 'cancelled')
      and (p.state <> 'pending_payment' or awaits_money(p.id))`.execute(db)
  return rows[0]?.parcels ?? 0
}

/**
 * Returns whether a person has a parcel on its way, a claim that is open, or an accepted claim that is not yet paid.
 * The first two count for only 90 days after their creation, since a lost parcel never reaches a final state.
 */
export async function hasOpenParcel(tx: Db, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from parcel c where c.user_id = ${person_id} and c.created_at > now() - interval '90 days'
      and c.state not in ('pending_payment', 'paid', 'delivered', 'returned', 'cancelled')
    union all
    select from parcel_claim c join parcel r on r.id = c.parcel_id
    where r.user_id = ${person_id}
      and (c.state = 'to_be_paid' or c.state = 'open' and c.created_at > now() - interval '90 days')
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes personal data and photos of everything a person sent, queued SMS to them, and the text of claims. */
export async function deleteSenderData(tx: Db, person_id: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'to' in (
      select sender_phone from parcel where user_id = ${person_id}::uuid)`.execute(tx)
  await sql`select forget_messages(array(select id from parcel where user_id = ${person_id}::uuid))`.execute(
    tx,
  )
  await sql`update parcel set ${noPersonalData} where user_id = ${person_id}::uuid`.execute(tx)
  await deletePhotos(tx, sql`p.user_id = ${person_id}::uuid`)
  await sql`
    update parcel_claim c set words = '', answer = null, recommendation = null from parcel p
    where p.id = c.parcel_id and p.user_id = ${person_id}::uuid`.execute(tx)
}

const noPersonalData = sql.join(personalColumns.map((name) => sql`${sql.ref(name)} = null`))

/** Deletes photos of parcels `p`, except those of an open claim, which are needed for its decision. */
const deletePhotos = (db: Db, ofParcels: Sql): Promise<void> =>
  deleteInSteps(
    db,
    'parcel_photo',
    sql`exists (select from parcel p where p.id = parcel_photo.parcel_id and ${ofParcels}) and not exists (
      select from parcel_claim c where c.id = parcel_photo.claim_id and c.state = 'open')`,
  )

/** Returns a person's parcels that were never accepted, and locks their rows until the transaction ends. */
export async function findCancellableParcels(tx: Db, person_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from parcel p where user_id = ${person_id}::uuid and state in ('pending_payment', 'paid')
      and parcel_may_be_called_off(p) order by id for update`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns SQL for the ids, tracking IDs and waybill numbers of a person's parcels, and the ids of their claims. */
export const selectParcelSubjects = (person_id: string) => sql`
  select unnest(array[id::text, tracking_id, waybill]) from parcel where user_id = ${person_id}::uuid
  union all select c.id::text from parcel_claim c join parcel p on p.id = c.parcel_id where p.user_id = ${person_id}::uuid`
