import { createCharterRequest } from '#contract/charters/requests/endpoints'
import type { Room } from '#lib/room'
import { charterPaths } from './paths.ts'

export const room: Room = {
  name: 'charters',
  routes: [
    {
      path: '/charter-type',
      screen: async () => (await import('./market/type.screen.tsx')).CharterTypeScreen,
      layout: 'flow',
      prerender_head: true,
    },
    {
      path: '/charter-marketplace',
      screen: async () => (await import('./market/marketplace.screen.tsx')).MarketplaceScreen,
      layout: 'flow',
    },
    {
      path: '/charter-marketplace/browse_charter/:id',
      screen: async () => (await import('./market/vehicle.screen.tsx')).VehicleScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/charter-airport',
      screen: async () => (await import('./market/airport.screen.tsx')).AirportScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/charter-request',
      screen: async () => (await import('./requests/request.screen.tsx')).CharterRequestScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/charter-marketplace/custom-request',
      screen: async () => (await import('./requests/request.screen.tsx')).CustomRequestScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/charter-request/success',
      screen: async () => (await import('./requests/requested.screen.tsx')).CharterRequestedScreen,
      layout: 'flow',
    },
    {
      path: '/charter-marketplace/confirm-payment',
      screen: async () => (await import('./trips/pay-charter.screen.tsx')).PayCharterScreen,
      layout: 'flow',
      needs_login: true,
      purchase: true,
    },
    {
      path: '/charter-marketplace/confirm-payment/success',
      screen: async () => (await import('./trips/paid.screen.tsx')).CharterPaidScreen,
      layout: 'flow',
    },
    {
      path: '/profile/charters',
      screen: async () => (await import('./charters.screen.tsx')).ChartersScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/driver',
      screen: async () => (await import('./drivers.screen.tsx')).DriversScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/charters/:reference',
      screen: async () => (await import('./trips/charter.screen.tsx')).CharterScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  payable: {
    kind: 'charter',
    path: charterPaths.pay,
    screens: ['/charter-marketplace/confirm-payment'],
    query: (reference) => ['getCharter', reference],
    labels: {
      bought: 'the vehicle',
      landed: 'Your payment has landed. The vehicle is booked.',
    },
    note: async (queries, reference) =>
      (await import('./queries.ts')).refetchCharter(queries, reference),
  },
  outboxKinds: {
    charter_request: {
      endpoint: createCharterRequest,
      ref: true,
      word: 'Request for a vehicle',
      edit_path: '/charter-request',
    },
  },
  navigation: [
    { in: 'more', at: 5, to: '/charter-airport', label: 'Airport' },
    { in: 'top', at: 7, to: '/charter-type', label: 'Charter' },
    {
      in: 'Travel',
      at: 6,
      to: '/profile/charters',
      label: 'My charters',
    },
    {
      in: 'Travel',
      at: 5,
      to: '/profile/driver',
      label: 'Drivers',
    },
  ],
}
