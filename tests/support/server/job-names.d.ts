/**
 * Imports the jobs of all rooms for the compiler, since the types of the server's list of rooms do not contain them.
 */
import type {} from '#server/rooms/accounts'
import type {} from '#server/rooms/bookings'
import type {} from '#server/rooms/charters'
import type {} from '#server/rooms/invoices'
import type {} from '#server/rooms/ledger'
import type {} from '#server/rooms/notifications'
import type {} from '#server/rooms/operators'
import type {} from '#server/rooms/parcels'
import type {} from '#server/rooms/payments'
import type {} from '#server/rooms/profile'
import type {} from '#server/rooms/waitlist'
import type {} from '#server/rooms/rewards'
import type {} from '#server/rooms/sharing'
import type {} from '#server/rooms/tickets'
