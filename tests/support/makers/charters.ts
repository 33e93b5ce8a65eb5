import { quoteCharter } from '#contract/charters/market/endpoints'
import { bookCharter, getCharter } from '#contract/charters/trips/endpoints'
import type { BookCharterInput, Charter } from '#contract/charters/trips/model'
import { startPayment } from '#contract/payments/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { anOperatorKey } from './boarding.ts'
import { aCountry, anOperator } from './trips.ts'
import type { MadeUser } from './people.ts'
import type { Caller, TestServer } from '#tests/support/server/test-server'
import { aWallet } from './wallets.ts'

let made = 0

interface VehicleOptions {
  operator_id?: string
  city?: string
  seats?: number
  size?: 'small' | 'medium' | 'large'
  does_airports?: boolean
  fuel_included?: boolean
}

export interface MadeVehicle {
  id: string
  operator_id: string
  plate: string
}

/** Makes a vehicle of an operator in Lagos that costs ₦100,000 a day. */
export async function aVehicle(db: Db, options: VehicleOptions = {}): Promise<MadeVehicle> {
  await aCountry(db)
  made += 1
  const { city = 'lagos', seats = 14, size = 'medium', does_airports = true } = options
  const operator_id = options.operator_id ?? (await anOperator(db))
  const it = { id: makeId(), operator_id, plate: `LSR-${process.pid % 1000}${made}XA` }
  await sql`
    insert into charter_vehicle (id, operator_id, city_id, name, plate, type, year, seats, size, amenities, fuel_included,
      day_kobo, km_kobo, km_a_day, least_kobo, overnight_kobo, overtime_hour_kobo, waiting_hour_kobo, does_airports)
    select ${it.id}::uuid, ${operator_id}::uuid, id, 'Toyota HiAce 2020', ${it.plate}, 'hiace-15', 2020, ${seats}, ${size},
      '{ac,usb}', ${options.fuel_included ?? true}, 10000000, 30000, 150, 12000000, 1500000, 500000, 300000, ${does_airports}
    from city where code = ${city}`.execute(db)
  return it
}

/** Makes a key for an operator's program with the charter scope. */
export const aCharterKey = (
  server: Pick<TestServer, 'db'>,
  { operator_id }: { operator_id: string },
) => anOperatorKey(server, operator_id, ['charters'])

const dayMs = 86_400_000

/** Returns the date `days` from now, in Nigeria. */
export const dayAhead = (days: number) =>
  new Date(Date.now() + 3_600_000 + days * dayMs).toISOString().slice(0, 10)

/**
 * Makes the input for a journey from Lagos to Ibadan and back, which begins `ahead` days from now and takes `days`
 * days.
 */
export function aJourneyInput(ahead = 20, days = 1) {
  return {
    kind: 'round_trip' as const,
    stops: [{ city: 'lagos', address: '5 Allen Avenue, Ikeja' }, { city: 'ibadan' }],
    from: dayAhead(ahead),
    until: dayAhead(ahead + days - 1),
  }
}

export const charterContact = { full_name: 'Ngozi Bello', phone: '+2348031112233' }

interface BookOptions extends Partial<BookCharterInput> {
  ahead?: number
  days?: number
  key?: string
}

/** Makes the input that books this vehicle at its quoted price. */
export async function aBookCharterInput(
  server: TestServer,
  vehicle: MadeVehicle,
  { ahead = 20, days = 1, key: _, ...more }: BookOptions = {},
): Promise<BookCharterInput> {
  const journey = { vehicle_id: vehicle.id, ...aJourneyInput(ahead, days) }
  const { data } = await server.call(quoteCharter, journey)
  return {
    ...journey,
    start_time: '07:30',
    travellers: 10,
    contact: charterContact,
    plan: 'deposit',
    total_kobo: data.price.total_kobo,
    ...more,
  }
}

/** Books a vehicle without paying, as a person with money in their wallet; returns both. */
export async function aCharter(
  server: TestServer,
  vehicle: MadeVehicle,
  options: BookOptions & { by?: MadeUser } = {},
): Promise<{ charter: Charter; owner: MadeUser; as: Caller }> {
  const { by, ...more } = options
  const owner = by ?? (await aRichUser(server))
  const order = await aBookCharterInput(server, vehicle, more)
  const { data, status, text } = await server.call(bookCharter, order, { as: owner.as })
  if (status !== 200) throw new Error(text)
  return { charter: data, owner, as: owner.as }
}

export const walletPin = '4826'

/** Makes a person with ten million naira in their wallet, which has a PIN. */
export async function aRichUser(server: TestServer): Promise<MadeUser> {
  const owner = await aWallet(server, 1_000_000_000)
  await server.call(
    setWalletPin,
    { pin: walletPin, password: 'four words in a row' },
    { as: owner.as },
  )
  return owner
}

/** Pays the open sum of a charter from the wallet; returns the payment, or throws. */
export async function payCharter(
  server: TestServer,
  { charter, as }: { charter: Pick<Charter, 'reference'>; as: Caller },
) {
  const { reference } = charter
  const { instalments } = (await server.call(getCharter, { reference }, { as })).data
  const asked = {
    purpose: 'charter',
    reference,
    part: instalments.find(({ state }) => state === 'open')?.kind,
    provider: 'wallet',
    pin: walletPin,
  } as const
  const { data, status, text } = await server.call(startPayment, asked, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Moves the start and the due dates of a charter, as if it began `hours` from now. */
export async function moveStart(
  db: Db,
  { reference }: Pick<Charter, 'reference'>,
  hours: number,
): Promise<void> {
  await sql`
    with moved as (
      select id, clock_timestamp() + ${hours} * interval '1 hour' as starts, from_day, until_day from charter where reference = ${reference}
    ), day as (
      select *, (starts at time zone 'Africa/Lagos')::date as first from moved
    ), shifted as (
      update charter_day d set day = d.day + (day.first - day.from_day) from day where d.charter_id = day.id
    ), due as (
      update charter_instalment i set due_at = starts - interval '48 hours' from day
      where i.charter_id = day.id and i.number = 2
    )
    update charter c set starts_at = day.starts, from_day = day.first, until_day = day.first + (day.until_day - day.from_day),
      pay_until = case when c.state = 'booked' then day.starts - interval '48 hours' else c.pay_until end
    from day where day.id = c.id`.execute(db)
}

/** Makes a charter's time to pay expire. */
export async function expireCharter(
  db: Db,
  { reference }: Pick<Charter, 'reference'>,
): Promise<void> {
  await sql`update charter set pay_until = clock_timestamp() - interval '1 minute' where reference = ${reference}`.execute(
    db,
  )
}
