import type { Endpoint } from './endpoint.ts'
import * as bookings from './bookings.ts'
import * as lookups from './lookups.ts'
import * as payments from './payments.ts'
import * as tickets from './tickets.ts'
import * as trips from './trips.ts'

/** Every promise, by room. The server, its documentation, the fuzzer and the access matrix read this. */
export const rooms = { lookups, trips, bookings, payments, tickets } as const

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

export const endpoints: readonly Endpoint[] = Object.values(rooms).flatMap((room) =>
  Object.values(room).filter(isEndpoint),
)
