import { maxSeats } from '#contract/policy'
import { explainVehicleRefund } from '#server/rooms/bookings/departures'
import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { makeTicketIds, toTicketGoods } from '#server/platform/ticket-ids'
import { requireGuestProof } from '#server/platform/actor'
import type { Payable } from '#server/platform/payable'
import {
  selectBookingAwaitsPayment,
  describeBookings,
  findBookingFaults,
  findBookingRefundContact,
  findBookingToPay,
} from './payable-repository.ts'

export const bookingPayable: Payable = {
  kind: 'booking',
  contract_name: 'booking',
  labels: {
    open: 'Your seats are kept',
    document: 'ticket',
    price: 'fare',
    already_paid: 'This trip was paid already.',
    gone: 'The seats were gone.',
    late: 'came after the seats were gone.',
    late_reason: 'the seats were gone',
    operator_cancelled: 'The operator cancelled your trip,',
  },
  makeReturnPath: (reference, payment) => `/bookride/pay?booking=${reference}&payment=${payment}`,
  find: findBookingToPay,
  refuseStranger: requireGuestProof,
  selectWaits: selectBookingAwaitsPayment,
  makeGoods: (config) => toTicketGoods(makeTicketIds(config, maxSeats)),
  notify: enqueueTicketMessages,
  describe: describeBookings,
  findRefundContact: findBookingRefundContact,
  explainRefund: explainVehicleRefund,
  findFaults: findBookingFaults,
}
