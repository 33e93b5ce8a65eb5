import type { Booking } from './model.ts'

/** Whether a booking is to be paid. Its hold may have expired since, or the money may be on its way. */
export const isUnpaid = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'held' || status === 'awaiting_payment'
