import { type Room, screensOf } from '#lib/room'
import { charterPaths } from './paths.ts'

const marketplace = screensOf(() => import('./market/marketplace.screen.tsx'))
const type = screensOf(() => import('./market/type.screen.tsx'))
const vehicle = screensOf(() => import('./market/vehicle.screen.tsx'))
const airport = screensOf(() => import('./market/airport.screen.tsx'))
const request = screensOf(() => import('./requests/request.screen.tsx'))
const requested = screensOf(() => import('./requests/requested.screen.tsx'))
const pay = screensOf(() => import('./trips/pay-charter.screen.tsx'))
const paid = screensOf(() => import('./trips/paid.screen.tsx'))
const charter = screensOf(() => import('./trips/charter.screen.tsx'))
const charters = screensOf(() => import('./charters.screen.tsx'))
const drivers = screensOf(() => import('./drivers.screen.tsx'))
const flow = { layout: 'flow' } as const
const own = { layout: 'flow', needs_login: true } as const

export const room: Room = {
  name: 'charters',
  routes: [
    type('/charter-type', 'TypeScreen', flow),
    marketplace('/charter-marketplace', 'MarketplaceScreen', flow),
    vehicle('/charter-marketplace/browse_charter/:id', 'VehicleScreen', flow),
    airport('/charter-airport', 'AirportScreen', flow),
    request('/charter-request', 'RequestScreen', flow),
    request('/charter-marketplace/custom-request', 'CustomRequestScreen', flow),
    requested('/charter-request/success', 'RequestedScreen', flow),
    pay('/charter-marketplace/confirm-payment', 'PayCharterScreen', own),
    paid('/charter-marketplace/confirm-payment/success', 'PaidScreen', flow),
    charters('/profile/charters', 'ChartersScreen', own),
    drivers('/profile/driver', 'DriversScreen', own),
    charter('/profile/charters/:reference', 'CharterScreen', own),
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
      (await import('./queries.ts')).renewCharter(queries, reference),
  },
  outboxKinds: {
    charter_request: {
      endpoint: async () =>
        (await import('#contract/charters/request-endpoints')).createCharterRequest,
      ref: true,
      word: 'Request for a vehicle',
      edit_path: '/charter-request',
    },
  },
  navigation: [
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
