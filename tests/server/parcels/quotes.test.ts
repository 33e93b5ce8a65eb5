import { afterAll, describe, expect, test } from 'vitest'
import { priceParcel } from '#contract/parcels/price'
import type { ParcelQuoteInput } from '#contract/parcels/model'
import { quoteParcel } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aParcelTrip, aQuoteInput, seedParcelLists } from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

const quoted = (over: Partial<ParcelQuoteInput> = {}) =>
  server.call(quoteParcel, { ...aQuoteInput(trip, over) })
const door = { at: 'door' } as const

describe('a quote', () => {
  test('names the bus, when to be at the counter and every line of the price', async () => {
    const { data, status } = await quoted()
    expect(status).toBe(200)
    const [bus] = data.departures
    expect(bus).toMatchObject({
      trip_id: trip.id,
      from_park: 'Lagos Park',
      to_park: 'Abuja Park',
      operator: { name: 'Udala Test Motors' },
      zone: 'Africa/Lagos',
    })
    const lead = Date.parse(bus?.departs_at ?? '') - Date.parse(bus?.hand_in_by ?? '')
    expect(lead).toBe(3_600_000)
    const { rows } = await sql<{ base_kobo: number }>`
      select base_kobo from parcel_route where code = 'lagos_abuja'`.execute(db)
    const expected = priceParcel({
      route: { base_kobo: rows[0]?.base_kobo ?? 0 },
      size: { name: 'Small', price_percent: 100 },
      add_ons: [],
      declared_value_kobo: 3_000_000,
    })
    expect(data).toMatchObject({
      ...expected,
      counts_as: { code: 'small', name: 'Small' },
      chargeable_grams: 5000,
      cover_kobo: 2_000_000,
    })
    const hours = (Date.parse(data.valid_until) - Date.parse(data.server_time)) / 3_600_000
    expect(hours).toBe(24)
  })

  test('own measures count as the smallest size that holds their weight by volume', async () => {
    const box = { length_cm: 60, width_cm: 40, height_cm: 40, weight_grams: 3000 }
    const { data } = await quoted({ size: undefined, ...box })
    expect(data).toMatchObject({ chargeable_grams: 19_200, counts_as: { code: 'large' } })
  })

  test('a door at either end is an add-on of its own, and nobody chooses it as one', async () => {
    const { data } = await quoted({ drop_off: door, pick_up: door })
    expect(data.lines.filter(({ code }) => code === 'door')).toHaveLength(2)
    const { problem } = await quoted({ add_ons: ['door_delivery'] })
    expect(problem.fields).toHaveProperty('add_ons.0')
  })

  const strange: [string, Partial<ParcelQuoteInput>, string[]][] = [
    ['a road that parcels do not travel', { route: 'lagos_lagos' }, ['route']],
    ['no size at all', { size: undefined }, ['size']],
    ['a size and measures', { length_cm: 10 }, ['size']],
    ['a size that is none', { size: 'huge' }, ['size']],
    [
      'half of the measures',
      { size: undefined, length_cm: 10, width_cm: 10 },
      ['height_cm', 'weight_grams'],
    ],
    [
      'a side that no bus takes',
      { size: undefined, length_cm: 160, width_cm: 5, height_cm: 5, weight_grams: 900 },
      ['length_cm'],
    ],
    [
      'more than any bus takes by volume',
      { size: undefined, length_cm: 100, width_cm: 90, height_cm: 90, weight_grams: 9000 },
      ['weight_grams'],
    ],
    ['goods of no kind', { type: 'nothing' }, ['type']],
    ['an add-on that is none', { add_ons: ['nothing'] }, ['add_ons.0']],
    [
      'electronics of no value',
      { type: 'electronics', declared_value_kobo: 0 },
      ['declared_value_kobo'],
    ],
    ['glass without care', { type: 'fragile' }, ['add_ons']],
    [
      'certificates without value and cover',
      { type: 'certificates', declared_value_kobo: 0 },
      ['add_ons', 'declared_value_kobo'],
    ],
    ['valuables without cover', { type: 'high_value' }, ['add_ons']],
    ['above ₦500,000 without cover', { declared_value_kobo: 50_000_001 }, ['add_ons']],
    [
      'cover of nothing',
      { add_ons: ['full_cover'], declared_value_kobo: 0 },
      ['declared_value_kobo'],
    ],
    ['a park without its counter', { drop_off: { at: 'park' } }, ['drop_off.location']],
    [
      'counters at the wrong ends',
      {
        drop_off: { at: 'park', location: 'abuja-test-park' },
        pick_up: { at: 'park', location: 'lagos-test-park' },
      },
      ['drop_off.location', 'pick_up.location'],
    ],
  ]
  test.each(strange)('%s is refused at its field', async (_what, over, fields) => {
    const { status, problem } = await quoted(over)
    expect([status, problem.code]).toEqual([400, 'invalid_input'])
    expect(Object.keys(problem.fields ?? {}).toSorted()).toEqual(fields)
  })

  test.each<[string, Partial<ParcelQuoteInput>]>([
    ['electronics with their value', { type: 'electronics' }],
    ['glass with care', { type: 'fragile', add_ons: ['fragile'] }],
    ['certificates with cover', { type: 'certificates', add_ons: ['full_cover'] }],
    ['₦500,000 without cover', { declared_value_kobo: 50_000_000 }],
    ['₦5,000,000 with cover', { declared_value_kobo: 500_000_000, add_ons: ['full_cover'] }],
  ])('%s travels', async (_what, over) => {
    expect((await quoted(over)).status).toBe(200)
  })

  test('a bus that is gone, or leaves too soon to be reached, is not named', async () => {
    const soon = await aParcelTrip(server, { stops: ['kano', 'jos'], departs_in_hours: 1.4 })
    await seedParcelLists(db)
    await sql`insert into parcel_route (code, from_city_id, to_city_id, distance_km, base_kobo)
      select 'kano_jos', a.id, b.id, 400, 300000 from city a, city b where a.code = 'kano' and b.code = 'jos'
      on conflict do nothing`.execute(db)
    const input = aQuoteInput(soon)
    expect((await server.call(quoteParcel, { ...input })).problem.code).toBe('trip_not_on_sale')
    const { trip_id: _, ...next } = input
    expect((await server.call(quoteParcel, { ...next })).problem.code).toBe('no_parcel_bus')
    const later = await aParcelTrip(server, { stops: ['kano', 'jos'], departs_in_hours: 2 })
    const { data } = await server.call(quoteParcel, { ...next })
    expect(data.departures.map((one) => one.trip_id)).toEqual([later.id])
    // A rider needs two hours to collect the parcel.
    const fetched = { ...next, drop_off: door }
    expect((await server.call(quoteParcel, { ...fetched })).problem.code).toBe('no_parcel_bus')
  })

  test('at most five buses, the next first, whoever runs them', async () => {
    const operator_id = await anOperator(db)
    for (const departs_in_hours of [4, 5, 6, 7, 8, 9])
      await aParcelTrip(server, { stops: ['owerri', 'enugu'], departs_in_hours, operator_id })
    await sql`insert into parcel_route (code, from_city_id, to_city_id, distance_km, base_kobo)
      select 'owerri_enugu', a.id, b.id, 150, 250000 from city a, city b where a.code = 'owerri' and b.code = 'enugu'
      on conflict do nothing`.execute(db)
    const ends = { id: '', from: 'owerri', to: 'enugu' }
    const parks = { from_park: 'owerri-test-park', to_park: 'enugu-test-park' }
    const { trip_id: _, ...input } = aQuoteInput({ ...ends, ...parks })
    const { data } = await server.call(quoteParcel, { ...input })
    const times = data.departures.map((one) => Date.parse(one.departs_at))
    expect(times).toHaveLength(5)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
