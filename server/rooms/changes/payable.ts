import { maxSeats } from '#contract/policy'
import { announceTicket } from '#server/rooms/notifications'
import { newTicketIds } from '#server/rooms/tickets'
import { refuseWithoutCode } from '#server/platform/actor'
import type { Payable } from '#server/platform/payable'
import {
  bookingStanding,
  describeBookings,
  findBookingFaults,
  findBookingToPay,
} from './payable-repository.ts'

/** Bookings, as they are paid. */
export const bookingPayable: Payable = {
  kind: 'booking',
  called: 'booking',
  words: {
    kept: 'Your seats are kept',
    got: 'ticket',
    price: 'the fare',
    paid: 'This trip was paid already.',
    gone: 'The seats were gone.',
    late: 'came after the seats were gone.',
  },
  wayBack: (reference, payment) => `/bookride/pay?booking=${reference}&payment=${payment}`,
  find: findBookingToPay,
  refuseStranger: refuseWithoutCode,
  standing: bookingStanding,
  goods(config) {
    const { kid, ids, codes } = newTicketIds(config, maxSeats)
    return { kid, ids: ids.map((id) => id.toString('hex')), codes }
  },
  announce: announceTicket,
  describe: describeBookings,
  findFaults: findBookingFaults,
}
