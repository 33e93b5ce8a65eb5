import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, today } from '#lib/format'
import { sql } from '#server/db/sql'
import { setServiceDateToday } from '#tests/support/makers/departures'
import {
  aPaidParcel,
  aParcelScan,
  aParcelTrip,
  type MadeParcel,
  sendScans,
} from '#tests/support/makers/parcels'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aParcelDesk } from './desk-hand.ts'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const { aCounterParcel, find, sheet } = aParcelDesk(world)

test('a parcel is loaded before midnight onto the bus that leaves after it', async () => {
  const { parcel, clerk, trip, operator } = await aCounterParcel()
  await sql`update trip set service_date = service_date + 1 where id = ${trip.trip_id}::uuid`.execute(
    server.db,
  )
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  const bus = await (await sheet()).findByLabelText<HTMLSelectElement>('Bus')
  await waitFor(() => expect(bus.value).toContain(trip.trip_id))
  await press('Load it')
  await screen.findByText(`${parcel.tracking_id} is loaded.`)
})

test('no other bus is chosen for a parcel while the list of its own day is missing', async () => {
  const { parcel, clerk, trip, operator } = await aCounterParcel()
  const { operator_id } = trip
  const soon = await aParcelTrip(server, { departs_in_hours: 2, operator_id })
  await setServiceDateToday(server.db, soon)
  await sql`update trip set service_date = service_date + 1 where id = ${trip.trip_id}::uuid`.execute(
    server.db,
  )
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  const tomorrow = addDays(today(), 1)
  const mend = world.breakAt(`GET /api/v1/waka/operator/departures?date=${tomorrow}`, 'not_allowed')
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  const bus = await (await sheet()).findByLabelText<HTMLSelectElement>('Bus')
  await (await sheet()).findByRole('alert')
  expect(bus.value).toBe('')
  expect(bus.textContent).toContain('→')
  mend()
})

test('a late bus of another day is named by its day and by the time to which it is delayed', async () => {
  const { parcel, clerk, trip, operator } = await aCounterParcel()
  await sql`update trip set delay_minutes = 20, departs_at = departs_at + interval '1 day',
    arrives_at = arrives_at + interval '1 day', service_date = service_date + 1 where id = ${trip.trip_id}::uuid`.execute(
    server.db,
  )
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  await (
    await sheet()
  ).findByRole('option', { name: /^[A-Z][a-z]{2} \d+.[A-Z][a-z]{2}, .*M, now .*M · / })
})

/** A parcel to Abuja that was handed in, a bus of its operator to Ibadan that leaves before its own, and a clerk. */
async function aParcelAndAnotherRoute() {
  const made = await aCounterParcel()
  const { operator_id } = made.trip
  const other = await aTrip(server.db, { departs_in_hours: 3, operator_id })
  await setServiceDateToday(server.db, other)
  await sendScans(server, made.operator, [aParcelScan(made.parcel.tracking_id, 'received')])
  return { ...made, other }
}

const loadedTrip = async ({ parcel }: Pick<MadeParcel, 'parcel'>) => {
  const { rows } = await sql<{ loaded_trip_id: string | null }>`
    select loaded_trip_id from parcel where id = ${parcel.id}::uuid`.execute(server.db)
  return rows[0]?.loaded_trip_id
}

/** Chooses the bus of this trip for the open parcel. */
async function chooseBus({ trip_id }: Pick<MadeTrip, 'trip_id'>): Promise<void> {
  const bus = await (await sheet()).findByLabelText<HTMLSelectElement>('Bus')
  const values = [...bus.options].map(({ value }) => value)
  await hand.selectOptions(bus, values.find((value) => value.startsWith(trip_id)) ?? '')
}

test('buses that go to the parcel’s city come first, and another one is loaded only once it is confirmed', async () => {
  const made = await aParcelAndAnotherRoute()
  const { tracking_id } = made.parcel
  await openDesk(world, made.clerk, '/parcels')
  await find(tracking_id)
  const loading = await sheet()
  const bus = await loading.findByLabelText<HTMLSelectElement>('Bus')
  const trips = [...bus.options].map(({ value }) => value.replace(/\..*/, ''))
  expect(trips).toEqual(['', made.trip.trip_id, made.other.trip_id, 'another'])
  expect(loading.queryByRole('alert')).toBeNull()

  await chooseBus(made.other)
  const warning = loading.getByRole('alert', { name: 'This bus does not stop in Abuja.' })
  expect(warning.textContent).toContain(`${tracking_id} goes from Lagos to Abuja.`)
  await press('Load it')
  await loading.findByRole('checkbox', {
    name: `Load ${tracking_id} on this bus all the same`,
    description: 'Choose another bus, or tick this.',
  })
  expect(await loadedTrip(made)).toBeNull()

  await chooseBus(made.trip)
  expect(loading.queryByRole('alert')).toBeNull()
  await chooseBus(made.other)
  expect(loading.getByRole('checkbox')).toHaveProperty('checked', false)
  await hand.click(loading.getByRole('checkbox'))
  await press('Load it')
  await screen.findByText(`${tracking_id} is loaded.`)
  expect(await loadedTrip(made)).toBe(made.other.trip_id)
})

test('among parcels that are loaded on one bus, the one that goes elsewhere is named', async () => {
  const made = await aParcelAndAnotherRoute()
  const { trip, other, sender, operator } = made
  const [first, second] = [
    await aPaidParcel(server, { trip, sender }),
    await aPaidParcel(server, { trip, sender }),
  ].map(({ parcel }) => parcel.tracking_id)
  if (first === undefined || second === undefined) throw new Error('two parcels were made')
  await sendScans(server, operator, [
    aParcelScan(first, 'received'),
    aParcelScan(second, 'received'),
  ])
  await openDesk(world, made.clerk, '/parcels')
  await find(first)
  await chooseBus(other)
  await hand.click((await sheet()).getByRole('checkbox'))
  await press('Load it')
  await screen.findByText(`${first} is loaded.`)

  // The last bus stays chosen, and what was confirmed for one parcel is not for the next.
  await find(second)
  const loading = await sheet()
  await loading.findByRole('alert', { name: 'This bus does not stop in Abuja.' })
  const tick = loading.getByRole('checkbox', {
    name: `Load ${second} on this bus all the same`,
  })
  expect(tick).toHaveProperty('checked', false)
  await chooseBus(trip)
  await press('Load it')
  await screen.findByText(`${second} is loaded.`)
})

test('a bus that leaves from another city than the parcel is warned of', async () => {
  const { parcel, clerk, operator, trip } = await aCounterParcel()
  const { operator_id } = trip
  const stops = ['ibadan', 'abuja']
  const other = await aTrip(server.db, { departs_in_hours: 3, operator_id, stops })
  await setServiceDateToday(server.db, other)
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  await chooseBus(other)
  const loading = await sheet()
  loading.getByRole('alert', { name: 'This bus leaves from Ibadan, not from Lagos.' })
})

test('a parcel is loaded onto a bus that is not in the list, with its plate', async () => {
  const { parcel, clerk, operator } = await aCounterParcel()
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  await hand.selectOptions(await (await sheet()).findByLabelText('Bus'), 'Another bus')
  await hand.type((await sheet()).getByLabelText(/^Number plate/), 'ABC-123XY')
  await press('Load it')
  await screen.findByText(`${parcel.tracking_id} is loaded.`)
  const { rows } = await sql<{ loaded_trip_id: string | null; plate: string }>`
    select loaded_trip_id, plate from parcel where id = ${parcel.id}::uuid`.execute(server.db)
  expect(rows[0]).toEqual({ loaded_trip_id: null, plate: 'ABC-123XY' })
})
