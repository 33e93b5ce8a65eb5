import {
  createParcel,
  getParcel,
  reportParcelEvents,
  trackParcel,
} from '#contract/parcels/endpoints'
import type { CreateParcelInput, Parcel, ParcelQuoteInput } from '#contract/parcels/model'
import type { ParcelScan, ParcelScanResult } from '#contract/parcels/tracking'
import { writeBaseLists } from '#server/db/base/index'
import type { Db } from '#server/db/client'
import { writeParcelLists } from '#demo/country/parcel-lists'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { findPayable } from '#server/platform/payable'
import { anOperatorKey } from './boarding.ts'
import { aCountry, aTrip, type MadeTrip, type TripOptions } from './trips.ts'
import { aUser, type MadeUser } from './people.ts'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/**
 * Writes the country's parcel lists, and counters at all existing motor parks. Call it again for motor parks made
 * later.
 */
export async function seedParcelLists(db: Db): Promise<void> {
  await aCountry(db)
  await writeBaseLists(db)
  const { rows } = await sql`select from parcel_route limit 1`.execute(db)
  if (rows.length === 0) await writeParcelLists({ db, seed: 1, today: '2026-11-21' })
  await sql`insert into parcel_location (motor_park_id) select id from motor_park
    on conflict do nothing`.execute(db)
}

/** Makes a bus from Lagos to Abuja that carries parcels, and counters at both ends. */
export async function aParcelTrip(
  { db }: Pick<TestServer, 'db'>,
  options: TripOptions = {},
): Promise<MadeTrip> {
  const trip = await aTrip(db, { stops: ['lagos', 'abuja'], departs_in_hours: 24, ...options })
  await seedParcelLists(db)
  return trip
}

/** Makes the quote input for a small parcel of clothes from counter to counter with this bus. */
export function aQuoteInput(
  trip: Pick<MadeTrip, 'id' | 'from' | 'to' | 'from_park' | 'to_park'>,
  over: Partial<ParcelQuoteInput> = {},
): ParcelQuoteInput {
  return {
    route: `${trip.from}_${trip.to}`,
    size: 'small',
    type: 'clothes',
    add_ons: [],
    declared_value_kobo: 3_000_000,
    drop_off: { at: 'park', location: trip.from_park },
    pick_up: { at: 'park', location: trip.to_park },
    trip_id: trip.id,
    ...over,
  }
}

/** Makes the input for a parcel after a quote: complete and valid. */
export function aParcelInput(
  quote: ParcelQuoteInput,
  over: Partial<CreateParcelInput> = {},
): CreateParcelInput {
  return {
    quote,
    sender: { full_name: 'Ngozi Bello', phone: '+2348031234567' },
    receiver: { full_name: 'Yusuf Danjuma', phone: '+2348056789012' },
    contents: 'Two lace wrappers and a blouse',
    nothing_prohibited: true,
    drop_off: {
      ...quote.drop_off,
      ...(quote.drop_off.at === 'door' && { address: '12 Allen Avenue, Ikeja' }),
    },
    pick_up: {
      ...quote.pick_up,
      ...(quote.pick_up.at === 'door' && { address: '4 Aminu Kano Crescent, Wuse' }),
    },
    ...over,
  }
}

export interface MadeParcel {
  parcel: Parcel
  trip: MadeTrip
  sender: MadeUser
  as: Caller
  /** The key of the operator that carries the parcel. */
  operator: Required<Pick<Caller, 'token'>>
}

export interface ParcelOptions {
  sender?: MadeUser
  trip?: MadeTrip
  quote?: Partial<ParcelQuoteInput>
  over?: Partial<CreateParcelInput>
}

/** Makes an unpaid parcel with its bus, its sender and its operator's key. */
export async function aParcel(
  server: TestServer,
  options: ParcelOptions = {},
): Promise<MadeParcel> {
  const trip = options.trip ?? (await aParcelTrip(server))
  const sender = options.sender ?? (await aUser(server))
  const input = aParcelInput(aQuoteInput(trip, options.quote), options.over)
  const { status, data, text } = await server.call(createParcel, { ...input }, { as: sender.as })
  if (status !== 200) throw new Error(text)
  const operator = await anOperatorKey(server, trip.operator_id)
  return { parcel: data, trip, sender, as: sender.as, operator }
}

/** Makes a paid parcel with its bus, its sender and its operator's key. Returns it as its sender sees it. */
export async function aPaidParcel(
  server: TestServer,
  options: ParcelOptions = {},
): Promise<MadeParcel> {
  const made = await aParcel(server, options)
  const { id, tracking_id } = made.parcel
  await makeParcelPaymentArrive(server, id)
  const { data } = await server.call(getParcel, { tracking_id }, { as: made.as })
  return { ...made, parcel: data }
}

/** Makes the payment of a parcel arrive. */
export async function makeParcelPaymentArrive({ db, host }: TestServer, id: string): Promise<void> {
  const goods = JSON.stringify(findPayable(host, 'parcel')?.makeGoods(host.config, id))
  const payment = makeId()
  await sql`insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, expires_at)
    select ${payment}, ${payment}, id, user_id, 'paystack', 'card', total_kobo, now() + interval '10 minutes'
    from parcel, open_payable('parcel', id) where id = ${id}::uuid`.execute(db)
  const { rows } = await sql<{ result: string }>`
    select result from apply_payment(${payment}, 'succeeded',
      (select total_kobo from parcel where id = ${id}::uuid), 'NGN', ${payment}, 'card',
      ${goods}::jsonb)`.execute(db)
  if (rows[0]?.result !== 'confirmed')
    throw new Error(`the money was not taken: ${rows[0]?.result}`)
}

/** Makes a scan of a parcel, a minute ago; `over` replaces its fields. */
export function aParcelScan(
  parcel: string,
  kind: ParcelScan['kind'],
  over: Partial<ParcelScan> = {},
): ParcelScan {
  const occurred_at = new Date(Date.now() - 60_000).toISOString()
  return { id: makeId(), parcel, kind, occurred_at, ...over }
}

/** Reports scans; returns the result of each. Throws when they are refused as a whole. */
export async function sendScans(
  server: TestServer,
  as: Caller,
  events: ParcelScan[],
): Promise<ParcelScanResult[]> {
  const { status, data, text } = await server.call(reportParcelEvents, { events }, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Makes functions that read a parcel as anybody and as its sender sees it, and the results of the counter's scans. */
export const makeParcelReaders = (server: TestServer) => ({
  track: async (tracking_id: string) => (await server.call(trackParcel, { tracking_id })).data,
  mine: async ({ parcel, as }: MadeParcel) =>
    (await server.call(getParcel, { tracking_id: parcel.tracking_id }, { as })).data,
  results: async ({ operator }: MadeParcel, events: ParcelScan[]) =>
    (await sendScans(server, operator, events)).map(({ result }) => result),
})

/** Makes the scans of a parcel that was received and then lost or damaged, just now. */
export function makeDamageScans(parcel: string, kind: 'lost' | 'damaged'): ParcelScan[] {
  const now = new Date().toISOString()
  return [aParcelScan(parcel, 'received'), aParcelScan(parcel, kind, { occurred_at: now })]
}
