import { releaseHold } from '#contract/bookings/endpoints'
import { call, CallError } from '#lib/api'
import { removeItem } from '#lib/device'

/** Releases the seats of a booking. Throws `CallError`, `booking_not_open` if it is paid or ended. */
export async function releaseBooking(reference: string): Promise<void> {
  await call(releaseHold, { reference })
  removeItem('current_booking')
}

/** Releases the other direction of a return trip. Does nothing if that booking is already released or paid. */
export async function releaseOtherDirection(reference: string): Promise<void> {
  try {
    await call(releaseHold, { reference })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'booking_not_open')) throw error
  }
}
