import type { Endpoint } from './endpoint.ts'
import * as accounts from './accounts/endpoints.ts'
import * as boarding from './boarding/endpoints.ts'
import * as bookings from './bookings/endpoints.ts'
import * as businesses from './businesses/endpoints.ts'
import * as charterMarket from './charters/market/endpoints.ts'
import * as charterRequests from './charters/requests/endpoints.ts'
import * as charterTrips from './charters/trips/endpoints.ts'
import * as communities from './communities/endpoints.ts'
import * as counter from './counter/endpoints.ts'
import * as counterDrawers from './counter/drawer-endpoints.ts'
import * as counterMoves from './counter/move-endpoints.ts'
import * as events from './events/endpoints.ts'
import * as fuel from './fuel/endpoints.ts'
import * as invoices from './invoices/endpoints.ts'
import * as lookups from './lookups/endpoints.ts'
import * as members from './members/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as operators from './operators/endpoints.ts'
import * as parcels from './parcels/endpoints.ts'
import * as payments from './payments/endpoints.ts'
import * as profile from './profile/endpoints.ts'
import * as reviews from './reviews/endpoints.ts'
import * as rewards from './rewards/endpoints.ts'
import * as sharing from './sharing/endpoints.ts'
import * as site from './site/endpoints.ts'
import * as desks from './support/desk-endpoints.ts'
import * as support from './support/endpoints.ts'
import * as tickets from './tickets/endpoints.ts'
import * as trips from './trips/endpoints.ts'
import * as waitlist from './waitlist/endpoints.ts'
import * as wallet from './wallet/endpoints.ts'

/** Every endpoint, by room. The server, its documentation, the fuzzer and the access matrix read this. */
export const endpointsByRoom = {
  lookups,
  trips,
  operators,
  businesses,
  bookings,
  payments,
  tickets,
  sharing,
  boarding,
  counter: { ...counter, ...counterDrawers, ...counterMoves },
  parcels,
  charters: { ...charterMarket, ...charterTrips, ...charterRequests },
  invoices,
  fuel,
  accounts,
  profile,
  wallet,
  rewards,
  reviews,
  waitlist,
  notifications,
  communities,
  support: { ...support, ...desks },
  members,
  events,
  site,
} as const

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

export const endpoints: readonly Endpoint[] = Object.values(endpointsByRoom).flatMap((room) =>
  Object.values(room).filter(isEndpoint),
)
