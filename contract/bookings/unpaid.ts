import type { Booking } from './model.ts'

/** Whether a booking is still to be paid. Its time may have run out meanwhile, or its money be on the way. */
export const isUnpaid = ({ status }: Pick<Booking, 'status'>): boolean =>
  status === 'held' || status === 'awaiting_payment'
