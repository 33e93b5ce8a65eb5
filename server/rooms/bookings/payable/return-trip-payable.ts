import { announceTickets } from '#server/rooms/bookings/news'
import { announceRefunds } from '#server/rooms/payments'
import type { Payable } from '#server/platform/payable'
import { bookingPayable } from './booking-payable.ts'
import {
  describeReturnTrips,
  findReturnTripFaults,
  findReturnTripToPay,
  returnTripStanding,
  waysOf,
} from './payable-repository.ts'

/** Return trips as payables: in calls they are a booking, by the outbound reference. */
export const returnTripPayable: Payable = {
  ...bookingPayable,
  kind: 'return_trip',
  findById: findReturnTripToPay,
  standing: returnTripStanding,
  goods: (config, id) => ({
    out: bookingPayable.goods(config, id),
    back: bookingPayable.goods(config, id),
  }),
  async announce(tx, id) {
    for (const way of await waysOf(tx, id)) {
      if (way.is_bought) await announceTickets(tx, way.id)
      else await announceRefunds(tx, way.id)
    }
  },
  describe: describeReturnTrips,
  findFaults: findReturnTripFaults,
}
