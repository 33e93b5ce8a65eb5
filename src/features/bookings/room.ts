import type { Booking } from '#contract/bookings/model'
import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'
import type { HoldAttempt } from './hold-attempt.ts'

declare module '#lib/device' {
  interface StoredValues {
    current_booking: Pick<Booking, 'reference'>
    hold_attempt: HoldAttempt
    /**
     * The newest unpaid booking of this phone, with the deadline of its hold and its next step. Older versions stored
     * neither the trip nor the seats.
     */
    unpaid_booking: {
      reference: string
      trip?: string
      seats?: number[]
      until: string
      from: string
      to: string
      next: string
      reserved?: boolean
    }
  }
}

export const room: Room = {
  name: 'bookings',
  part: 'Booking and paying',
  routes: [
    {
      path: '/bookride/passenger-details',
      screen: async () => (await import('./passengers.screen.tsx')).PassengersScreen,
      layout: 'flow',
      quiet: true,
      purchase: true,
    },
    {
      path: '/bookride/pay',
      screen: async () => (await import('./pay.screen.tsx')).PayScreen,
      layout: 'flow',
      quiet: true,
      purchase: true,
    },
    {
      path: '/thanks-for-booking',
      screen: async () => (await import('./booked.screen.tsx')).BookedScreen,
      layout: 'flow',
    },
    // Guests open their bookings at this path, so it needs no login.
    {
      path: '/profile/trip',
      screen: async () => (await import('./my-trips.screen.tsx')).MyTripsScreen,
      layout: 'flow',
    },
  ],
  payable: {
    kind: 'booking',
    path: (reference) => `/bookride/pay?booking=${reference}`,
    screens: ['/bookride/pay', '/thanks-for-booking'],
    query: (reference) => ['getBooking', reference],
    labels: {
      bought: 'the ticket',
      landed: 'Your payment has landed. The ticket is saved on this phone.',
    },
    note: async (...paid) => (await import('./after-payment.ts')).refetchBooking(...paid),
  },
  storageKeys: {
    current_booking: makePersonKey(
      'current booking',
      { reference: 'string' },
      'new_start',
      'session',
    ),
    hold_attempt: makePersonKey('hold-attempt', {
      input: { '*': 'any' },
      key: 'string',
      owner: 'string',
      at: 'number',
      visit: 'string',
    }),
    unpaid_booking: makePersonKey('unpaid-booking', {
      reference: 'string',
      'trip?': 'string',
      'seats?': ['number'],
      until: 'instant',
      from: 'string',
      to: 'string',
      next: 'string',
      'reserved?': 'boolean',
    }),
  },
  navigation: [
    {
      in: 'tabs',
      at: 2,
      to: '/profile/trip',
      label: 'Trips',
      icon: 'M4 5.5h16v4a2.5 2.5 0 0 0 0 5v4H4v-4a2.5 2.5 0 0 0 0-5zM14.5 5.5v13',
    },
    { in: 'top', at: 6, to: '/profile/trip', label: 'My trips' },
    {
      in: 'Travel',
      at: 1,
      to: '/profile/trip',
      label: 'My trips',
    },
  ],
}
