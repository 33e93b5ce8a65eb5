import type { ParcelState } from '#contract/parcels/states'
import pg from 'pg'
import { clusterUrl, findCluster } from '#server/db/embedded-cluster'

/** Does one statement in the running server's database: what only time or other people could do. */
export async function change(text: string, values: unknown[]): Promise<void> {
  await asked(text, values)
}

async function asked<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(clusterUrl(findCluster(process.env['E2E_DATA_DIR'] ?? ''), 'waka'))
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The ten minutes of a hold have passed. */
export function letHoldRunOut(reference: string): Promise<void> {
  return change(
    `with run_out as (
       update booking set hold_expires_at = now() - interval '1 minute' where reference = $1 returning id)
     update seat_claim set expires_at = now() - interval '1 minute' where booking_id in (select id from run_out)`,
    [reference],
  )
}

/** Somebody else bought the seats of a hold that ran out; with `all`, every seat of the bus. */
export function sellToOthers(reference: string, { all = false } = {}): Promise<void> {
  return change(
    `insert into seat_claim (trip_id, seat, leg, block_id)
     select b.trip_id, seat, leg, gen_random_uuid()
     from booking b, generate_series(b.leg_from, b.leg_to - 1) leg, generate_series(1, 80) seat
     where b.reference = $1 and ($2 or seat = any (b.seats))
     on conflict (trip_id, seat, leg)
     do update set block_id = excluded.block_id, booking_id = null, expires_at = null`,
    [reference, all],
  )
}

/** Nothing drives through a city on a day: the drivers strike. */
export function strike(city: string, day: string): Promise<void> {
  return change(
    `update trip set status = 'cancelled' where service_date = $2 and schedule_id in (
       select schedule_id from schedule_stop s join city c on c.id = s.city_id where c.code = $1)`,
    [city, day],
  )
}

/** A departure leaves in five minutes, as if its day had come, and is not sold any more. */
export function letItLeaveSoon(trip_id: string): Promise<void> {
  return change(
    `update trip set departs_at = departs_at - ago, arrives_at = arrives_at - ago, sales_close_at = sales_close_at - ago
     from (select departs_at - now() - interval '5 minutes' as ago from trip where id = $1) moved where id = $1`,
    [trip_id],
  )
}

/** The words of every message that the server has. */
export async function messageBodies(): Promise<string[]> {
  return (await asked<{ body: string }>('select body from message')).map(({ body }) => body)
}

/** The code of some operator. */
export async function someOperator(): Promise<string> {
  return (await asked<{ code: string }>('select code from operator limit 1'))[0]?.code ?? ''
}

/** The tracking id of some parcel of the demo country in a state. */
export async function someParcel(state: ParcelState): Promise<string> {
  const text = 'select tracking_id from parcel where state = $1 order by created_at limit 1'
  return (await asked<{ tracking_id: string }>(text, [state]))[0]?.tracking_id ?? ''
}

/** The day of a charter has come. Its vehicle is free today. */
export function letCharterStart(reference: string): Promise<void> {
  return change(
    `with today as (
       select id, (clock_timestamp() at time zone 'Africa/Lagos')::date - from_day as days from charter where reference = $1
     ), moved as (update charter_day d set day = d.day + days from today where d.charter_id = today.id)
     update charter c set starts_at = clock_timestamp(), from_day = from_day + days, until_day = until_day + days
     from today where c.id = today.id`,
    [reference],
  )
}
