import { afterAll, describe, expect, test } from 'vitest'
import { cancelParcel, listOperatorParcels } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { makeReference } from '#server/platform/ids'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import {
  aPaidParcel,
  aParcel,
  aParcelScan,
  aParcelTrip,
  makeParcelReaders,
  sendScans,
} from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server, { stops: ['lagos', 'benin-city', 'abuja'] })

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const { track, mine, results } = makeParcelReaders(server)
/** A paid parcel made a day ago, so that scans may be hours old. */
async function aParcelOfYesterday() {
  const made = await aPaidParcel(server, { trip })
  await sql`update parcel set created_at = now() - interval '1 day', paid_at = now() - interval '1 day' where id = ${made.parcel.id}::uuid`.execute(
    db,
  )
  return made
}

describe('scans', () => {
  test('carry a parcel from the counter to the receiver, with its driver, its line and its storage', async () => {
    const made = await aParcelOfYesterday()
    const { waybill, tracking_id, pickup_pin } = made.parcel
    const at = waybill ?? ''
    const driver = {
      plate: 'LND 482 XA',
      driver_name: 'Musa Ibrahim',
      driver_phone: '+2348031112233',
    }
    const told = await sendScans(server, made.operator, [
      aParcelScan(at, 'received', { occurred_at: ago(300), place: trip.from_park }),
      aParcelScan(at, 'loaded', {
        occurred_at: ago(240),
        place: trip.from_park,
        trip_id: trip.trip_id,
        ...driver,
      }),
      aParcelScan(at, 'at_hub', { occurred_at: ago(120), place: 'benin-city-test-park' }),
      aParcelScan(at, 'ready_for_pickup', { occurred_at: ago(30), place: trip.to_park }),
    ])
    expect(told.map((one) => [one.result, one.state])).toEqual([
      ['recorded', 'received'],
      ['recorded', 'loaded'],
      ['recorded', 'at_hub'],
      ['recorded', 'ready_for_pickup'],
    ])
    const parcel = await mine(made)
    expect(parcel.driver).toMatchObject({
      name: 'Musa Ibrahim',
      phone: '+2348031112233',
      plate: 'LND 482 XA',
      operator: 'Udala Test Motors',
    })
    const way = await track(tracking_id)
    expect(way).toMatchObject({ state: 'ready_for_pickup', expected_at: null })
    expect(way.words).toBe('Ready to be collected: Abuja Park. Bring the pickup PIN.')
    expect(way.stops.map(({ place, at: when }) => [place, when !== null])).toEqual([
      ['Lagos', true],
      ['Benin City', true],
      ['Abuja', true],
    ])
    const kilometres = way.stops.map(({ km }) => km)
    expect(kilometres[0]).toBe(0)
    expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b))
    expect(way.events.find(({ kind }) => kind === 'ready_for_pickup')).toMatchObject({
      words: 'Ready to be collected in Abuja',
      place: 'Abuja Park',
    })
    expect(way.storage).toMatchObject({ due_kobo: 0, per_day_kobo: 20_000 })
    const [handed] = await sendScans(server, made.operator, [
      aParcelScan(at, 'delivered', { pin: pickup_pin ?? '', place: trip.to_park }),
    ])
    expect(handed).toMatchObject({ result: 'recorded', state: 'delivered' })
    expect(await mine(made)).toMatchObject({
      pickup_pin: null,
      tracking: { state: 'delivered' },
      can: { cancel: false, renew_pin: false, claim: true },
    })
  })

  test('that arrive late keep their place, and those that arrive twice count once', async () => {
    const made = await aParcelOfYesterday()
    const at = made.parcel.tracking_id
    const ready = aParcelScan(at, 'ready_for_pickup', { occurred_at: ago(1) })
    expect(await results(made, [ready, ready])).toEqual(['recorded', 'duplicate'])
    expect(await results(made, [ready])).toEqual(['duplicate'])
    const late = [
      aParcelScan(at, 'loaded', { occurred_at: ago(9), plate: 'NEW 1' }),
      aParcelScan(at, 'loaded', { occurred_at: ago(10), plate: 'OLD 1' }),
    ]
    expect(await results(made, late)).toEqual(['recorded', 'recorded'])
    const parcel = await mine(made)
    expect(parcel.tracking.state).toBe('ready_for_pickup')
    expect(parcel.driver?.plate).toBe('NEW 1')
  })

  test('of two parcels under one id, at once, are one scan', async () => {
    const both = await Promise.all([aPaidParcel(server, { trip }), aPaidParcel(server, { trip })])
    const names = both.map(({ parcel }) => parcel.tracking_id)
    for (const kind of [
      'received',
      'loaded',
      'in_transit',
      'at_hub',
      'ready_for_pickup',
    ] as const) {
      const { id } = aParcelScan('', kind)
      const told = await Promise.all(
        both.map((made, at) => results(made, [aParcelScan(names[at] ?? '', kind, { id })])),
      )
      expect(told.flat().toSorted()).toEqual(['duplicate', 'recorded'])
    }
  })

  test('trouble stands until a later scan says that it goes on', async () => {
    const made = await aParcelOfYesterday()
    const at = made.parcel.tracking_id
    const state = async () => (await track(at)).state
    await results(made, [aParcelScan(at, 'loaded', { occurred_at: ago(60) })])
    await results(made, [aParcelScan(at, 'on_hold', { occurred_at: ago(30) })])
    expect(await state()).toBe('on_hold')
    await results(made, [aParcelScan(at, 'received', { occurred_at: ago(90) })])
    expect(await state()).toBe('on_hold')
    await results(made, [aParcelScan(at, 'in_transit', { occurred_at: ago(10) })])
    expect(await state()).toBe('in_transit')
  })

  test('from a little ahead count as now, and a place or bus that is not theirs is left out', async () => {
    const made = await aPaidParcel(server, { trip })
    const at = made.parcel.tracking_id
    const other = await aParcelTrip(server)
    const odd = { occurred_at: ago(-4), place: 'nowhere', trip_id: other.trip_id }
    expect(await results(made, [aParcelScan(at, 'loaded', odd)])).toEqual(['recorded'])
    const [newest] = (await track(at)).events
    expect(newest?.place).toBeNull()
    expect(Date.parse(newest?.at ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test.each([
    ['ahead', 2],
    ['behind', -2],
  ])('of a clock that is %s, sent together, keep their order', async (_, minutes) => {
    const made = await aPaidParcel(server, { trip })
    const kinds = ['ready_for_pickup', 'on_hold'] as const
    const ids = kinds.map((kind) => aParcelScan('', kind).id)
    const now = Date.now() + minutes * 60_000
    const scans = kinds.map((kind, at) => {
      const occurred_at = new Date(now + at).toISOString()
      return aParcelScan(made.parcel.waybill ?? '', kind, {
        id: ids.toSorted().at(-1 - at) ?? '',
        occurred_at,
      })
    })
    expect(await results(made, scans)).toEqual(['recorded', 'recorded'])
    expect((await mine(made)).tracking.state).toBe('on_hold')
  })

  test('of another operator’s, an unpaid and a cancelled parcel do nothing', async () => {
    const made = await aPaidParcel(server, { trip })
    const unpaid = await aParcel(server, { trip })
    const cancelled = await aParcel(server, { trip })
    const { tracking_id } = cancelled.parcel
    await server.call(cancelParcel, { tracking_id }, { as: cancelled.as })
    const stranger = await anOperatorKey(server, await anOperator(db))
    const at = made.parcel.tracking_id
    const told = async (as: typeof stranger, parcel: string) =>
      (await sendScans(server, as, [aParcelScan(parcel, 'lost')]))[0]?.result
    expect(await told(stranger, at)).toBe('unknown')
    expect(await told(made.operator, makeReference())).toBe('unknown')
    expect(await told(unpaid.operator, unpaid.parcel.tracking_id)).toBe('not_live')
    expect(await told(cancelled.operator, tracking_id)).toBe('not_live')
    expect((await track(at)).state).toBe('paid')
  })

  test('one that was never scanned again comes after all others in the list of the counter', async () => {
    const operator_id = await anOperator(db)
    const [old, now] = [
      await aPaidParcel(server, { trip: await aParcelTrip(server, { operator_id }) }),
      await aPaidParcel(server, { trip: await aParcelTrip(server, { operator_id }) }),
    ]
    await sendScans(server, old.operator, [aParcelScan(old.parcel.tracking_id, 'loaded')])
    await sql`update trip set service_date = service_date - 40, departs_at = departs_at - interval '40 days',
      arrives_at = arrives_at - interval '40 days', sales_close_at = sales_close_at - interval '40 days'
      where id = ${old.trip.trip_id}::uuid`.execute(db)
    const { data } = await server.call(listOperatorParcels, {}, { as: old.operator })
    expect(data.map(({ tracking_id }) => tracking_id)).toEqual([
      now.parcel.tracking_id,
      old.parcel.tracking_id,
    ])
  })

  test('the counter sees what is paid and not handed out, at its place', async () => {
    const own = await aParcelTrip(server, { stops: ['ibadan', 'lagos'] })
    await sql`insert into parcel_route (code, from_city_id, to_city_id, distance_km, base_kobo)
      select 'ibadan_lagos', a.id, b.id, 130, 250000 from city a, city b where a.code = 'ibadan' and b.code = 'lagos'
      on conflict do nothing`.execute(db)
    const over = { note: 'Keep upright' }
    const made = await aPaidParcel(server, { trip: own, over })
    await aParcel(server, { trip: own })
    const list = async (place?: string) =>
      (await server.call(listOperatorParcels, { ...(place && { place }) }, { as: made.operator }))
        .data
    const { tracking_id, waybill } = made.parcel
    expect(await list()).toMatchObject([
      {
        tracking_id,
        waybill,
        state: 'paid',
        receiver_name: 'Yusuf Danjuma',
        note: 'Keep upright',
        to_place: 'Lagos Park',
      },
    ])
    expect(await list(own.to_park)).toHaveLength(1)
    expect(await list('abuja-test-park')).toEqual([])
    const pin = made.parcel.pickup_pin ?? ''
    await sendScans(server, made.operator, [aParcelScan(tracking_id, 'delivered', { pin })])
    expect(await list()).toEqual([])
  })

  test('the counter finds a parcel by its number, also a delivered one, and open ones by a phone', async () => {
    const receiver = { full_name: 'Hauwa Sani', phone: '+2348091112233' }
    const made = await aPaidParcel(server, { trip, over: { receiver } })
    const other = await aPaidParcel(server, { trip, over: { receiver } })
    const stranger = await anOperatorKey(server, await anOperator(db))
    const { tracking_id, pickup_pin } = made.parcel
    const find = async (search: string, as = made.operator) =>
      (await server.call(listOperatorParcels, { search }, { as })).data
    const both = [tracking_id, other.parcel.tracking_id].toSorted()
    const numbers = async (search: string) =>
      (await find(search)).map((one) => one.tracking_id).toSorted()
    expect(await numbers('0809 111 2233')).toEqual(both)
    await sendScans(server, made.operator, [
      aParcelScan(tracking_id, 'received'),
      aParcelScan(tracking_id, 'on_hold', { occurred_at: ago(0) }),
    ])
    const spaced = `${tracking_id.slice(0, 4)} ${tracking_id.slice(4).toLowerCase()}`
    expect(await find(spaced)).toMatchObject([
      { tracking_id, state: 'on_hold', reached: 'received', trip_id: trip.trip_id, storage: null },
    ])
    await sendScans(server, made.operator, [
      aParcelScan(tracking_id, 'delivered', { pin: pickup_pin ?? '', occurred_at: ago(0) }),
    ])
    expect(await find(tracking_id)).toMatchObject([{ state: 'delivered', reached: 'delivered' }])
    expect(await numbers('0809 111 2233')).toEqual([other.parcel.tracking_id])
    expect(await find(tracking_id, stranger)).toEqual([])
    expect(await find('0809 111 2233', stranger)).toEqual([])
  })

  test('the counter sees the storage that is due, in kobo, and none for what goes back', async () => {
    const made = await aPaidParcel(server, { trip })
    const { id, tracking_id } = made.parcel
    await sql`update parcel set created_at = now() - interval '30 days', paid_at = now() - interval '30 days'
      where id = ${id}::uuid`.execute(db)
    const see = async () =>
      (await server.call(listOperatorParcels, { search: tracking_id }, { as: made.operator }))
        .data[0]
    await sendScans(server, made.operator, [
      aParcelScan(tracking_id, 'ready_for_pickup', { occurred_at: ago(20 * 1440) }),
    ])
    const due = (await see())?.storage
    expect(due).toEqual((await track(tracking_id)).storage)
    expect(due?.due_kobo).toBeGreaterThan(0)
    await sendScans(server, made.operator, [aParcelScan(tracking_id, 'return_in_transit')])
    expect((await see())?.storage).toBeNull()
  })
})
