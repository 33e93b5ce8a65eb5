import { expect, test } from 'vitest'
import { changeVehicle, getBooking } from '#contract/bookings/endpoints'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, doJobs } = await aPaymentWorld()

/** A coach, whose operator also runs Siennas with air conditioning, one of them with sockets. */
async function aCoach() {
  const coach = await aTrip(db, {
    vehicle: 'coach-49',
    amenities: ['ac', 'tv', 'toilet', 'meal'],
    departs_in_hours: 30,
  })
  const { operator_id } = coach
  await aTrip(db, { vehicle: 'sienna', amenities: ['ac', 'usb'], operator_id })
  await aTrip(db, { vehicle: 'sienna', amenities: ['ac'], operator_id })
  const as = await anOperatorKey(server, operator_id)
  const { booking, as: traveller } = await aPaidBooking(
    server,
    coach.id,
    coach.sellable.slice(0, 1),
  )
  const swap = async (vehicle: string) => {
    const { status } = await server.call(changeVehicle, { id: coach.trip_id, vehicle }, { as })
    expect(status).toBe(200)
    expect(await doJobs()).toEqual([])
  }
  /** Returns the vehicle's amenities from search, trip and ticket, and whether a search for a toilet finds the trip. */
  const seen = async () => {
    const { from, to, date } = coach
    const search = async (amenity?: ['toilet']) =>
      (await server.call(findTrips, { from, to, date, ...(amenity && { amenity }) })).data.find(
        ({ id }) => id === coach.id,
      )
    const { data: page } = await server.call(getTrip, { id: coach.id })
    const { reference } = booking
    const { data: ticket } = await server.call(getBooking, { reference }, { as: traveller })
    return [
      (await search())?.vehicle.amenities,
      page.vehicle.amenities,
      ticket.trip.vehicle.amenities,
      (await search(['toilet'])) !== undefined,
    ]
  }
  return { swap, seen }
}

test('a trip lists what the vehicle that goes has, after a swap and after one back', async () => {
  const { swap, seen } = await aCoach()
  const whole = ['ac', 'tv', 'toilet', 'meal']
  expect(await seen()).toEqual([whole, whole, whole, true])
  await swap('sienna')
  expect(await seen()).toEqual([['ac'], ['ac'], ['ac'], false])
  await swap('coach-59')
  expect(await seen()).toEqual([[], [], [], false])
  await swap('coach-49')
  expect(await seen()).toEqual([whole, whole, whole, true])
})
