import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type ParcelEventKind, parcelStates } from '#contract/parcels/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel } from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { parcel } = await aPaidParcel(server)

/** Runs `work` on the parcel and rolls everything back. */
async function undone<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const nothing = new Error('all of it is taken back')
  let result: { value: T } | undefined
  const run = db.transaction(async (tx) => {
    result = { value: await work(tx) }
    throw nothing
  })
  await expect(run).rejects.toBe(nothing)
  if (result === undefined) throw nothing
  return result.value
}

/** Returns whether one statement succeeds; undoes it either way. */
async function goesThrough(tx: Db, statement: ReturnType<typeof sql>): Promise<boolean> {
  await sql`savepoint before`.execute(tx)
  const went = await statement.execute(tx).then(
    () => true,
    () => false,
  )
  await sql`rollback to savepoint before`.execute(tx)
  return went
}

/** Puts the parcel into a state that it never reached by scans. */
async function putInto(tx: Db, state: string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    update parcel set state = ${state}, proved_at = now(), received_at = now(),
      came_from = (select from_state from parcel_transition where to_state = ${state} limit 1)
    where id = ${parcel.id}::uuid`.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
}

describe('in SQL', () => {
  test('every pair of states that is no transition is refused, and every transition goes', async () => {
    const { rows } = await sql<{ pair: string }>`
      select from_state || ' ' || to_state as pair from parcel_transition`.execute(db)
    const allowed = new Set(rows.map((row) => row.pair))
    const went = await undone(async (tx) => {
      const pairs: string[] = []
      for (const from of parcelStates) {
        await putInto(tx, from)
        for (const to of parcelStates) {
          const move = sql`update parcel set state = ${to} where id = ${parcel.id}::uuid`
          if (from !== to && (await goesThrough(tx, move))) pairs.push(`${from} ${to}`)
        }
      }
      return pairs
    })
    expect(new Set(went)).toEqual(allowed)
  })

  test('what has ended stays so, nothing goes back to unpaid, and only what stands still is called off', async () => {
    const { rows } = await sql<{ from_state: string; to_state: string }>`
      select from_state, to_state from parcel_transition`.execute(db)
    const from = (...states: string[]) => rows.filter((row) => states.includes(row.from_state))
    const to = (...states: string[]) =>
      rows.filter((row) => states.includes(row.to_state)).map((row) => row.from_state)
    expect(from('delivered', 'returned', 'cancelled')).toEqual([])
    expect(to('pending_payment')).toEqual([])
    expect(to('paid')).toEqual(['pending_payment'])
    expect(to('cancelled').toSorted()).toEqual(['on_hold', 'paid', 'pending_payment', 'received'])
    expect(from('pending_payment')).toHaveLength(2)
    expect(from('return_in_transit').map((row) => row.to_state)).not.toContain('ready_for_pickup')
  })

  test('nothing is handed out without the right PIN, nor moves before it is paid', async () => {
    const refused = await undone(async (tx) => [
      await goesThrough(
        tx,
        sql`update parcel set state = 'delivered' where id = ${parcel.id}::uuid`,
      ),
      await goesThrough(
        tx,
        sql`update parcel set state = 'received', paid_kobo = 0 where id = ${parcel.id}::uuid`,
      ),
      await goesThrough(tx, sql`update parcel set pin_tries = 6 where id = ${parcel.id}::uuid`),
    ])
    expect(refused).toEqual([false, false, false])
  })

  test('what happened can be added to, not changed and not taken away', async () => {
    for (const change of [
      sql`update parcel_event set occurred_at = now()`,
      sql`delete from parcel_event`,
      sql`truncate parcel_event`,
    ])
      await expect(change.execute(db)).rejects.toThrow(/append-only/)
  })
})

interface Scan {
  id: string
  kind: ParcelEventKind
  /** Minutes since the parcel was made. */
  minute: number
}

/** Possible histories of a parcel: delivered or returned, with incidents in between, finished or not. */
const lives: fc.Arbitrary<Scan[]> = fc
  .record({
    road: fc.subarray<ParcelEventKind>(
      ['received', 'loaded', 'in_transit', 'at_hub', 'in_transit', 'at_hub', 'ready_for_pickup'],
      { minLength: 1 },
    ),
    last: fc.constantFrom<ParcelEventKind[]>(
      [],
      ['delivered'],
      ['out_for_delivery'],
      ['out_for_delivery', 'ready_for_pickup', 'delivered'],
      ['return_in_transit'],
      ['return_in_transit', 'returned'],
    ),
    troubles: fc.array(
      fc.record({
        kind: fc.constantFrom<ParcelEventKind>('on_hold', 'damaged', 'lost'),
        at: fc.nat({ max: 9 }),
      }),
      { maxLength: 3 },
    ),
    steps: fc.array(fc.nat({ max: 2 }), { minLength: 13, maxLength: 13 }),
  })
  .map(({ road, last, troubles, steps }) => {
    const kinds = [...road, ...last]
    const troubled = troubles.reduce((so_far, { kind, at }) => so_far.toSpliced(at, 0, kind), kinds)
    let minute = 0
    return troubled.map((kind, index) => {
      // Two scans may have the same minute; then their ids decide.
      minute += steps[index] ?? 1
      return { id: makeId(), kind, minute }
    })
  })

/** A history and its scans as they may arrive: in any order, some of them twice. */
const arrivals = lives.chain((life) =>
  fc.record({
    life: fc.constant(life),
    arriving: fc
      .tuple(
        fc.shuffledSubarray(life, { minLength: life.length, maxLength: life.length }),
        fc.array(fc.record({ scan: fc.constantFrom(...life), at: fc.nat({ max: 12 }) }), {
          maxLength: 5,
        }),
      )
      .map(([order, again]) =>
        again.reduce((so_far, { scan, at }) => so_far.toSpliced(at, 0, scan), order),
      ),
  }),
)

/** The parcel's row and history after these scans, whose PIN is always right. */
async function livedThrough(scans: readonly Scan[]) {
  return undone(async (tx) => {
    await sql`select record_parcel_scan(p.id,
        jsonb_populate_record(null::parcel_event, jsonb_build_object('id', s.scan ->> 'id',
          'kind', s.scan ->> 'kind',
          'occurred_at', now() - interval '1 day' + (s.scan ->> 'minute')::int * interval '1 minute')),
        p.pin_hash, s.scan ->> 'id', null, null)
      from parcel p, jsonb_array_elements(${JSON.stringify(scans)}::jsonb) with ordinality s (scan, turn)
      where p.id = ${parcel.id}::uuid`.execute(tx)
    const { rows } = await sql<{ state: string; whole: string }>`
      select state, jsonb_build_array(to_jsonb(p) - 'came_from' - 'proved_at' - 'received_at' - 'loaded_at' - 'ready_at' - 'ended_at',
        p.received_at - now(), p.loaded_at - now(), p.ready_at - now(), p.ended_at - now(),
        (select jsonb_agg(jsonb_build_array(id, kind) order by id) from parcel_event where parcel_id = p.id))::text as whole
      from parcel p where p.id = ${parcel.id}::uuid`.execute(tx)
    return rows[0]
  })
}

describe('scans', () => {
  test('end in the same state in any order and however often each arrives', async () => {
    await sql`update parcel set created_at = now() - interval '2 days', paid_at = now() - interval '2 days' where id = ${parcel.id}::uuid`.execute(
      db,
    )
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ life, arriving }) => {
        const inOrder = await livedThrough(life)
        seen.add(inOrder?.state ?? '')
        expect(await livedThrough(arriving)).toEqual(inOrder)
      }),
      { numRuns: 300 },
    )
    // The tested histories differ from each other.
    expect(seen.size).toBeGreaterThan(6)
  })

  test('of one parcel in parallel end in the same state, too', async () => {
    const made = await aPaidParcel(server)
    const kinds = ['received', 'loaded', 'in_transit', 'at_hub', 'ready_for_pickup'] as const
    await Promise.all(
      kinds.toReversed().map((kind, index) =>
        sql`select record_parcel_scan(${made.parcel.id}::uuid,
          jsonb_populate_record(null::parcel_event, jsonb_build_object('id', ${makeId()}::text, 'kind', ${kind}::text,
            'occurred_at', now() - ${index}::int * interval '1 minute')), null, null, null, null)`.execute(
          db,
        ),
      ),
    )
    const { rows } = await sql<{ state: string }>`
      select state from parcel where id = ${made.parcel.id}::uuid`.execute(db)
    expect(rows).toEqual([{ state: 'ready_for_pickup' }])
  })
})
