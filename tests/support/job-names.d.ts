/** The compiler meets the jobs of all rooms here: what it reads of the server's list does not name them. */
import type {} from '#server/rooms/accounts'
import type {} from '#server/rooms/bookings'
import type {} from '#server/rooms/notifications'
import type {} from '#server/rooms/parcels'
import type {} from '#server/rooms/payments'
import type {} from '#server/rooms/profile'
import type {} from '#server/rooms/rewards'
import type {} from '#server/rooms/sharing'
