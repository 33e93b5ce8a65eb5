import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { priceFare } from '#contract/fare'
import { measureDiskFlush_us } from './disk-flush.ts'
import type { Measurement } from './report.ts'

const execute = promisify(execFile)

const trips = 30_000
const clients = 16
/**
 * How long to wait before counting starts, ms. New connections first plan their statements; in production, a pool has
 * done so long before.
 */
const warming_ms = 2500
const counted_ms = 5000
const adults = [1, 2].map(() => ({ label: 'Adult', fare_percent: 100 }))
const fare = priceFare(1_000_000, 20_000, adults, false)
const frozen = JSON.stringify({
  ...fare,
  seat_fare_kobo: 1_000_000,
  park_fee_kobo: 20_000,
  seats: adults,
})

const uuid = (kind: number, n: string) =>
  `('00000000-0000-700${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** A route with `trips` departures of sixty seats, and for each a booking that claims the seats. */
const world = `
  insert into state (code, name, zone) values ('ZZ', 'Bench', 'Bench');
  insert into city (code, name, state_code, latitude, longitude) values ('bench-a', 'A', 'ZZ', 6, 3), ('bench-b', 'B', 'ZZ', 7, 4);
  insert into passenger_type (code, name, fare_percent, position) values ('adult', 'Adult', 100, 0);
  insert into vehicle_type (code, name, size, seats, layout, sellable) select 'bench', 'Bench', 'large', 60,
    jsonb_build_object('rows', 15, 'columns', 4, 'fixtures', '[]'::jsonb, 'seats', jsonb_agg(jsonb_build_object(
      'number', n, 'row', (n - 1) / 4, 'column', (n - 1) % 4, 'kind', 'window'))), array_agg(n::smallint)
    from generate_series(1, 60) n;
  insert into operator (id, code, name, luggage, default_vehicle) values (${uuid(1, '1')}, 'bench', 'Bench', 'One bag', 'bench');
  insert into motor_park (id, code, name, city_id, address)
    select ${uuid(2, 'id')}, code, name, id, 'Road' from city where state_code = 'ZZ';
  insert into schedule (id, operator_id, vehicle_type, starts_at_seconds, flat_fare_kobo, park_fee_kobo, calendar)
    values (${uuid(3, '1')}, ${uuid(1, '1')}, 'bench', 0, 1000000, 20000, '{"days": []}');
  insert into schedule_stop (schedule_id, position, motor_park_id, city_id, arrives_after_seconds, departs_after_seconds)
    select ${uuid(3, '1')}, row_number() over (order by code) - 1, ${uuid(2, 'id')}, id,
      (row_number() over (order by code) - 1) * 7200, (row_number() over (order by code) - 1) * 7200 from city where state_code = 'ZZ';
  insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, run)
    select ${uuid(4, 'n')}, ${uuid(3, '1')}, lagos_today() + 2, now() + interval '2 days', now() + interval '50 hours',
      now() + interval '47 hours', n from generate_series(1, ${trips}) n;
  insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, holder, fare, total_kobo)
    select ${uuid(5, 'n')}, 'B' || n, ${uuid(4, 'n')}, 0, 1, '{1}', '{adult}', 'held', 'bench', '{}', 0
    from generate_series(1, ${trips}) n;
  create table smallest (id bigint);`

// Written for pgbench, whose variables have a colon; pg gets them as $1, $2, $3. `id` only grows, as ids of the
// server do; trip and seat are random.
const smallest = ['insert into smallest values (:id::bigint)']
const claim = [
  `select take_seats(${uuid(5, ':trip::int')}, ${uuid(4, ':trip::int')}, 0::smallint, 1::smallint, array[:seat::int]::smallint[], now() + interval '10 minutes', '{}') as done`,
]
const flow = [
  `select outcome from hold_seats(${uuid(6, ':id::bigint')}, to_hex(:id::bigint), ${uuid(4, ':trip::int')}, 0::smallint, 1::smallint,
    array[:seat::int * 2 - 1, :seat::int * 2]::smallint[], '{adult,adult}', 'device:' || to_hex(:id::bigint), null, '\\x00', '${frozen}', ${fare.total_kobo}, 10)`,
  `with filled as (
      update booking set contact_name = 'Ada Obi', contact_phone = '+234' || :id::bigint, contact_email = :id::bigint || '@b.c', status = 'awaiting_payment',
        payable_id = id where id = ${uuid(6, ':id::bigint')} returning id, reference, seats, total_kobo
    ), paid_for as (
      insert into payable (id, kind, reference) select id, 'booking', reference from filled
    ), seated as (
      insert into passenger (booking_id, seat, full_name, gender, passenger_type, address)
      select id, unnest(seats), 'Ada Obi', 'female', 'adult', '1 Jibowu Road' from filled
    )
    insert into payment (id, reference, payable_id, provider, channel, amount_kobo, expires_at)
    select id, id::text, id, 'paystack', 'card', total_kobo, now() + interval '9 minutes' from filled`,
  `select result = 'confirmed' as done from apply_payment(${uuid(6, ':id::bigint')}::text, 'succeeded', ${fare.total_kobo}, 'NGN', ${uuid(6, ':id::bigint')}::text, 'card', jsonb_build_object('kid', 1,
    'ids', jsonb_build_array(lpad(to_hex(:id::bigint * 2), 16, '0'), lpad(to_hex(:id::bigint * 2 + 1), 16, '0')),
    'codes', jsonb_build_array(to_hex(:id::bigint * 2), to_hex(:id::bigint * 2 + 1))))`,
]

/**
 * Measures seat claims and complete booking flows per second: through Node, and, with the SQL that Node sends, through
 * pgbench. Each claim is one commit, each flow three: the disk's commit time, and the rate of the smallest commits, are
 * their upper limits.
 */
export async function benchSql(url: string, scratch_dir: string): Promise<Measurement[]> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`${world} analyze;`)
    // Plans made for empty tables would distort the result; in production autovacuum prevents that.
    await throughNode(url, flow, 30, counted_ms)
    await admin.query('truncate seat_claim; analyze; checkpoint')
    const counts = {
      smallest: 'select count(*)::int as count from smallest',
      claim: 'select count(*)::int as count from seat_claim',
      flow: `select count(*)::int as count from booking where status = 'confirmed'`,
    }
    const measure = async (query: string, run: (for_ms: number) => Promise<unknown>) => {
      const running = run(warming_ms + counted_ms + 1500)
      await sleep(warming_ms)
      const [from, before] = [performance.now(), await countIn(admin, query)]
      await sleep(counted_ms)
      const [to, after] = [performance.now(), await countIn(admin, query)]
      await running
      return Math.round((1000 * (after - before)) / (to - from))
    }
    const flush_us = measureDiskFlush_us(dirname(await whereData(admin)))
    const emptied = () => admin.query('truncate seat_claim; checkpoint')
    const commits = await measure(counts.smallest, (ms) =>
      throughPgbench(url, scratch_dir, smallest, 1, ms),
    )
    const claims = await measure(counts.claim, (ms) => throughNode(url, claim, 60, ms))
    await emptied()
    const rawClaims = await measure(counts.claim, (ms) =>
      throughPgbench(url, scratch_dir, claim, 60, ms),
    )
    await emptied()
    const flows = await measure(counts.flow, (ms) => throughNode(url, flow, 30, ms))
    const rawFlows = await measure(counts.flow, (ms) =>
      throughPgbench(url, scratch_dir, flow, 30, ms),
    )
    const isThere = pgbench() !== undefined
    const ratio = (ours: number, raw: number) =>
      isThere ? `${Math.round((100 * ours) / raw)} % of ${raw}/s` : 'pgbench not found'
    return [
      ['a commit waits for this disk, 8 kB flushed', '', `${flush_us} µs`],
      ['smallest commits a second, pgbench', '', isThere ? commits : 'pgbench not found'],
      ['seat claims a second', '≥ 15,000', claims],
      ['  of pgbench, same SQL', '≥ 70 %', ratio(claims, rawClaims)],
      ['full booking flows a second', '≥ 1,000', flows],
      ['  of pgbench, same SQL', '≥ 70 %', ratio(flows, rawFlows)],
    ]
  } finally {
    await admin.end()
  }
}

async function countIn(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

async function whereData(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  return rows[0]?.data_directory ?? ''
}

let lastId = 0

async function throughNode(
  url: string,
  statements: string[],
  seats: number,
  for_ms: number,
): Promise<void> {
  const prepared = statements.map((text, at) => {
    const names = [':id', ':trip', ':seat'].filter((name) => text.includes(name))
    const numbered = names.reduce((now, name, n) => now.replaceAll(name, `$${n + 1}`), text)
    return { name: `bench ${at}`, text: numbered, names }
  })
  const until = Date.now() + for_ms
  const one = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (Date.now() < until) {
      const values: Record<string, number> = {
        ':id': (lastId += 1),
        ':trip': 1 + Math.floor(Math.random() * trips),
        ':seat': 1 + Math.floor(Math.random() * seats),
      }
      for (const { name, text, names } of prepared)
        await client.query({ name, text, values: names.map((of) => values[of]) })
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: clients }, one))
}

async function throughPgbench(
  url: string,
  dir: string,
  statements: string[],
  seats: number,
  for_ms: number,
): Promise<void> {
  const program = pgbench()
  if (program === undefined) return
  const script = join(dir, 'bench.sql')
  const dice = [
    '\\set n :n + 1',
    `\\set id ${lastId} + :n * ${clients} + :client_id`,
    `\\set trip random(1, ${trips})`,
    `\\set seat random(1, ${seats})`,
  ]
  writeFileSync(
    script,
    [...dice, ...statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};`)].join('\n'),
  )
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(for_ms / 1000),
  ]
  // Each run of pgbench gets a separate range of ids, larger than it can use.
  lastId += 2 ** 30
  await execute(program, [...words, '-D', 'n=0', '-f', script, url])
}

/** The path of pgbench: from PATH, or Debian's. */
function pgbench(): string | undefined {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench'
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).toSorted().toReversed() : []
  return versions.map((version) => join(home, version, 'bin/pgbench')).find(existsSync)
}
