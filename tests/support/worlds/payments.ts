import { makeJobHandlers } from '#server/jobs/all-jobs'
import { afterAll } from 'vitest'
import { priceFare } from '#contract/fare'
import type { Payment } from '#contract/payments/model'
import { startPayment, verifyPayment } from '#contract/payments/endpoints'
import { mapProviders, type ProviderName } from '#contract/payments/rules'
import type { Deps } from '#server/context'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import type { JobHandlers } from '#server/jobs/queue'
import { standIns } from '#demo/sandbox/companies'
import { makeSandboxJobs } from '#demo/sandbox/jobs'
import { paymentSettings } from '#server/config/payment-settings'
import { findFreePort } from '#tests/support/server/free-port'
import { testDatabase } from '#tests/support/database/test-database'
import { runDueJobs } from '#tests/support/server/jobs'
import { findCheckoutPath } from './checkout-path.ts'
import { type TestServer, aConfig, aServer } from '#tests/support/server/test-server'

type Provider = Payment['provider']
type Channel = NonNullable<Payment['channel']>

export interface HeldBooking {
  id: string
  reference: string
  guest_token: string
  total_kobo: number
  trip_id: string
  seats: number[]
}

/** Each company's test card that succeeds. */
export const goodCard = mapProviders((name) => standIns[name].cards[0]?.number ?? '')

/**
 * Starts a listening server with its stand-ins, and functions that pay. With `country` the database has the demo
 * country, otherwise no trips.
 */
export async function aPaymentWorld(holds: { country?: boolean } = {}) {
  const { db, url } = await testDatabase(holds)
  const port = await findFreePort()
  const plain = aConfig()
  const at = (company: string) => `http://127.0.0.1:${port}/sandbox/${company}`
  const logged: { level: string; message: string }[] = []
  const log = listeningLog(logged)
  const server = await aServer(db, {
    log,
    config: {
      port,
      public_url: `http://127.0.0.1:${port}`,
      ...mapProviders((name) => ({ ...plain[name], base_url: at(name) })),
      push: { ...plain.push, stand_in_url: at('push') },
    },
  })
  await server.app.listen({ port, host: '127.0.0.1' })
  afterAll(() => server.close())
  const deps: Deps = { db, config: server.host.config, log }
  return {
    db,
    url,
    deps,
    logged,
    server,
    origin: `http://127.0.0.1:${port}`,
    ...acts(server, deps),
  }
}

function acts(server: TestServer, deps: Deps) {
  const { db } = deps
  const handlers: JobHandlers = {
    ...makeJobHandlers(deps),
    ...makeSandboxJobs(deps),
  }

  /** Runs every waiting job in this process, in order, until none is left. Returns the errors that were thrown. */
  const doJobs = () => runDueJobs(db, handlers)

  const start = (held: HeldBooking, provider: Provider, channel: Channel, key?: string) =>
    server.call(
      startPayment,
      { purpose: 'booking', reference: held.reference, provider, channel },
      { as: { guest_token: held.guest_token }, ...(key !== undefined && { key }) },
    )

  /** Presses a button of the hosted checkout or of the bank's page, as a browser would. */
  async function press(
    payment: Payment,
    act: string,
    more: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(deps.config.public_url + findCheckoutPath(payment), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act, ...more }),
    })
  }

  const verify = (held: HeldBooking, reference: string) =>
    server.call(verifyPayment, { reference }, { as: { guest_token: held.guest_token } })

  const webhook = (provider: ProviderName, body: string, signature: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/waka/webhooks/${provider}`,
      headers: {
        'content-type': 'application/json',
        [paymentSettings[provider].signed_in]: signature,
      },
      payload: body,
    })

  const sign = (provider: ProviderName, body: string) =>
    standIns[provider].sign(deps.config[provider].webhook_secret, body)

  return { doJobs, start, press, verify, webhook, sign }
}

/** Reads a booking from the database: status, seats, live tickets, payments, refunds. */
export async function inspectBooking(db: Deps['db'], held: Pick<HeldBooking, 'id'>) {
  const { rows } = await sql<{
    status: string
    seats: number[]
    paid_kobo: number
    reseated: boolean
    tickets: number
    outcomes: string[]
    refunds: { reason: string; state: string; amount_kobo: number }[]
    prepaid_kobo: number
  }>`
    select b.status, b.seats, b.paid_kobo, b.reseated,
      (select count(*)::int from ticket t where t.booking_id = b.id and t.status = 'valid') as tickets,
      array(select p.outcome::text from payment p where p.payable_id = b.id and p.status = 'succeeded' order by p.settled_at) as outcomes,
      (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'state', r.state, 'amount_kobo', r.amount_kobo)
        order by r.requested_at), '[]') from refund r where r.payable_id = b.id) as refunds,
      (select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0)::bigint
        from account a join transfer t on a.id in (t.credit_account, t.debit_account)
        where a.kind = 'customer_prepaid' and a.owner = b.id::text) as prepaid_kobo
    from booking b where b.id = ${held.id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no such booking')
  return row
}

/** Makes a trip tomorrow with `seats` seats in rows of four, from one park to another. */
export async function aTripToPayFor(db: Deps['db'], seats = 8): Promise<string> {
  const [trip, schedule, operator, from, to] = Array.from({ length: 5 }, makeId)
  const code = makeReference()
  const numbers = Array.from({ length: seats }, (_, at) => at + 1)
  const layout = {
    rows: Math.ceil(seats / 4),
    columns: 4,
    seats: numbers.map((number) => ({
      number,
      row: Math.floor((number - 1) / 4),
      column: (number - 1) % 4,
      kind: 'seat',
    })),
    fixtures: [],
  }
  await sql`insert into state (code, name, zone) values ('ZZ', 'Test', 'Test') on conflict do nothing`.execute(
    db,
  )
  await sql`insert into city (code, name, state_code, latitude, longitude) values
    ('test-a', 'Alpha', 'ZZ', 6.5, 3.4), ('test-b', 'Beta', 'ZZ', 7.4, 3.9) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into passenger_type (code, name, fare_percent, position) values ('adult', 'Adult', 100, 1) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into vehicle_type (code, name, size, seats, layout, sellable)
    values (${code}, ${code}, 'medium', ${seats}, ${JSON.stringify(layout)}, ${numbers}::smallint[])`.execute(
    db,
  )
  await sql`insert into operator (id, code, name, luggage, default_vehicle) values (${operator}, ${code}, ${code}, 'One bag', ${code})`.execute(
    db,
  )
  await sql`insert into motor_park (id, code, name, city_id, address)
    select v.id::uuid, v.code, v.code, c.id, 'Road' from (values (${from}, ${`${code}-a`}, 'test-a'), (${to}, ${`${code}-b`}, 'test-b'))
      v (id, code, city) join city c on c.code = v.city`.execute(db)
  await sql`insert into schedule (id, operator_id, vehicle_type, starts_at_seconds, flat_fare_kobo, park_fee_kobo, calendar)
    values (${schedule}, ${operator}, ${code}, 0, 1000000, 50000, '{}')`.execute(db)
  await sql`insert into schedule_stop (schedule_id, position, motor_park_id, city_id, arrives_after_seconds, departs_after_seconds)
    select ${schedule}, case code when 'test-a' then 0 else 1 end, (case code when 'test-a' then ${from} else ${to} end)::uuid, id,
      case code when 'test-a' then 0 else 7200 end, case code when 'test-a' then 0 else 7200 end
    from city where code in ('test-a', 'test-b')`.execute(db)
  await sql`insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at)
    values (${trip}, ${schedule}, lagos_today() + 1, now() + interval '1 day', now() + interval '26 hours',
      now() + interval '1 day' - interval '10 minutes')`.execute(db)
  return trip ?? ''
}

/** Makes a guest's hold with passengers entered, ready to be paid. A seat costs ₦10,500 plus fees. */
export async function aHeldBooking(
  db: Deps['db'],
  trip_id: string,
  seats: number[],
): Promise<HeldBooking> {
  const id = makeId()
  const reference = makeReference()
  const guest_token = `guest-${id}`
  const fare = priceFare(
    1_000_000,
    50_000,
    seats.map(() => ({ label: 'Adult', fare_percent: 100 })),
    false,
  )
  const frozen = {
    ...fare,
    seat_fare_kobo: 1_000_000,
    park_fee_kobo: 50_000,
    seats: seats.map(() => ({ label: 'Adult', fare_percent: 100 })),
  }
  const { rows } = await sql<{ outcome: string }>`
    select outcome from hold_seats(${id}, ${reference}, ${trip_id}, 0::smallint, 1::smallint, ${seats}::smallint[],
      ${seats.map(() => 'adult')}::text[], ${`device:${id}`}, null, sha256(convert_to(${guest_token}, 'UTF8')),
      ${JSON.stringify(frozen)}::jsonb, ${fare.total_kobo}::bigint, 10)`.execute(db)
  if (rows[0]?.outcome !== 'held') throw new Error(`hold: ${rows[0]?.outcome}`)
  await sql`update booking set contact_name = 'Ada Obi', contact_phone = '+2348031234567', contact_email = 'ada@example.com'
    where id = ${id}`.execute(db)
  for (const seat of seats) {
    await sql`insert into passenger (booking_id, seat, full_name, gender, passenger_type, address)
      values (${id}, ${seat}, 'Ada Obi', 'female', 'adult', '1 Jibowu Road')`.execute(db)
  }
  return { id, reference, guest_token, total_kobo: fare.total_kobo, trip_id, seats }
}

/** Makes a hold expire. */
export async function expireHold(db: Deps['db'], held: HeldBooking): Promise<void> {
  await sql`update booking set hold_expires_at = now() - interval '1 minute' where id = ${held.id}`.execute(
    db,
  )
  await sql`update seat_claim set expires_at = now() - interval '1 minute' where booking_id = ${held.id}`.execute(
    db,
  )
}

/** Sells seats of a trip to another person, over expired holds. */
export async function sellToOthers(
  db: Deps['db'],
  trip_id: string,
  seats: number[],
): Promise<void> {
  await sql`insert into seat_claim (trip_id, seat, leg, block_id, expires_at)
    select ${trip_id}, s, 0, gen_random_uuid(), null from unnest(${seats}::smallint[]) s
    on conflict (trip_id, seat, leg) do update set block_id = excluded.block_id, booking_id = null, expires_at = null`.execute(
    db,
  )
}

function listeningLog(logged: { level: string; message: string }[]): Deps['log'] {
  const at =
    (level: string) =>
    (...words: unknown[]) =>
      void logged.push({ level, message: words.map(String).join(' ') })
  const log = {
    level: 'info',
    silent: () => {},
    child: () => log,
    ...Object.fromEntries(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => [level, at(level)]),
    ),
  }
  return log as unknown as Deps['log']
}
