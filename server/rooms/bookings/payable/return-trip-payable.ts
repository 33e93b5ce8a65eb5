import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { enqueueRefundJobs } from '#server/rooms/payments'
import type { Payable } from '#server/platform/payable'
import { bookingPayable } from './booking-payable.ts'
import {
  describeReturnTrips,
  findReturnTripFaults,
  findReturnTripToPay,
  selectReturnTripAwaitsPayment,
  findReturnTripDirections,
} from './payable-repository.ts'

/** Return trips as payables. Calls identify a return trip like a booking, by the reference of its outbound booking. */
export const returnTripPayable: Payable = {
  ...bookingPayable,
  kind: 'return_trip',
  findById: findReturnTripToPay,
  selectWaits: selectReturnTripAwaitsPayment,
  makeGoods: (config, id) => ({
    out: bookingPayable.makeGoods(config, id),
    back: bookingPayable.makeGoods(config, id),
  }),
  async notify(tx, id) {
    for (const way of await findReturnTripDirections(tx, id)) {
      if (way.is_bought) await enqueueTicketMessages(tx, way.id)
      else await enqueueRefundJobs(tx, way.id)
    }
  },
  describe: describeReturnTrips,
  findFaults: findReturnTripFaults,
}
