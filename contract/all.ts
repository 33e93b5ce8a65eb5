import type { Endpoint } from './endpoint.ts'
import * as accounts from './accounts.ts'
import * as boarding from './boarding.ts'
import * as bookings from './bookings.ts'
import * as changes from './changes.ts'
import * as claims from './claims.ts'
import * as fuel from './fuel.ts'
import * as guests from './guests.ts'
import * as lookups from './lookups.ts'
import * as notices from './notifications.ts'
import * as parcelLists from './parcel-lists.ts'
import * as parcels from './parcels.ts'
import * as payments from './payments.ts'
import * as profile from './profile.ts'
import * as reviews from './reviews.ts'
import * as rewards from './rewards.ts'
import * as site from './site.ts'
import * as support from './support.ts'
import * as tickets from './tickets.ts'
import * as tracking from './tracking.ts'
import * as trips from './trips.ts'
import * as wallet from './wallet.ts'

/** Every promise, by room. The server, its documentation, the fuzzer and the access matrix read this. */
export const rooms = {
  lookups: { ...lookups, ...parcelLists },
  trips,
  bookings: { ...bookings, ...guests },
  changes,
  payments,
  tickets,
  boarding,
  parcels: { ...parcels, ...tracking, ...claims },
  fuel,
  accounts,
  profile,
  wallet,
  rewards,
  reviews,
  notices,
  support,
  site,
} as const

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

export const endpoints: readonly Endpoint[] = Object.values(rooms).flatMap((room) =>
  Object.values(room).filter(isEndpoint),
)
