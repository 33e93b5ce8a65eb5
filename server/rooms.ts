import type { Payable } from '#server/platform/payable'
import type { Room } from '#server/room'
import { room as accounts } from '#server/rooms/accounts'
import { room as boarding } from '#server/rooms/boarding'
import { room as bookings } from '#server/rooms/bookings'
import { room as businesses } from '#server/rooms/businesses'
import { room as counter } from '#server/rooms/counter'
import { room as events } from '#server/rooms/events'
import { room as charters } from '#server/rooms/charters'
import { room as communities } from '#server/rooms/communities'
import { room as fuel } from '#server/rooms/fuel'
import { room as invoices } from '#server/rooms/invoices'
import { makeLedgerRoom } from '#server/rooms/ledger'
import { room as lookups } from '#server/rooms/lookups'
import { makeMembersRoom } from '#server/rooms/members'
import { room as notifications } from '#server/rooms/notifications'
import { room as operators } from '#server/rooms/operators'
import { room as parcels } from '#server/rooms/parcels'
import { room as payments } from '#server/rooms/payments'
import { makeProfileRoom } from '#server/rooms/profile'
import { room as waitlist } from '#server/rooms/waitlist'
import { room as reviews } from '#server/rooms/reviews'
import { room as rewards } from '#server/rooms/rewards'
import { room as sharing } from '#server/rooms/sharing'
import { room as site } from '#server/rooms/site'
import { room as support } from '#server/rooms/support'
import { room as tickets } from '#server/rooms/tickets'
import { room as trips } from '#server/rooms/trips'
import { room as wallet } from '#server/rooms/wallet'

// An erasure follows this order: emails are sent while email addresses exist, and the person is deleted last.
const others: readonly Room[] = [
  lookups,
  trips,
  operators,
  businesses,
  notifications,
  sharing,
  waitlist,
  bookings,
  payments,
  tickets,
  boarding,
  counter,
  parcels,
  charters,
  invoices,
  wallet,
  rewards,
  reviews,
  communities,
  fuel,
  support,
  events,
  site,
  accounts,
]

/** Returns all rooms of the server. A new room adds its line above; tests pass additional rooms. */
export function listRooms(more: readonly Room[] = []): readonly Room[] {
  const counted = [...more, ...others]
  const holders = [...counted, makeMembersRoom(counted)]
  return [...holders, makeLedgerRoom(holders), makeProfileRoom(holders)]
}

export const rooms = listRooms()

/** Returns the kinds of payables that these rooms define, in their order. */
export const listPayables = (all: readonly Room[]): readonly Payable[] =>
  all.flatMap(({ payables: own }) => own ?? [])

export const payables = listPayables(rooms)
