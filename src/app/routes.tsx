/*
 * Which screen stands at which address, and in which chunk it comes.
 *
 * A flow is a room loaded as one chunk through its door: `flow(() => import('#features/trips'))`.
 * `trips('ResultsScreen')` is a screen of it by the name under which the door exports it; a name the
 * door does not have is a type error here. Screens take no props: they read `useParams` and
 * `useSearchParams`, start with `<Page title>` of #ui/page and show their queries with `<Answer>`.
 *
 * The core (home, frame, lookups) does without Mantine. A flow that uses its components puts them into
 * `MantineFrame` of mantine.tsx and imports their style sheets there.
 */
import { HomeScreen } from '#features/site'
import type { ComponentType } from 'react'
import { flow } from './flow.tsx'
import { NotFoundScreen } from './not-found.screen.tsx'

const trips = flow(() => import('#features/trips'))
const bookings = flow(() => import('#features/bookings'))
const payments = flow(() => import('#features/payments'))
const tickets = flow(() => import('#features/tickets'))

export const routes: readonly { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: HomeScreen },
  { path: '/bookride', Screen: trips('ResultsScreen') },
  { path: '/bookride/details', Screen: trips('TripScreen') },
  { path: '/ride-board/motor-park/:park', Screen: trips('RideBoardScreen') },
  { path: '/bookride/passenger-details', Screen: bookings('PassengersScreen') },
  { path: '/thanks-for-booking', Screen: bookings('BookedScreen') },
  { path: '/profile/trip', Screen: bookings('MyTripsScreen') },
  { path: '/bookride/pay', Screen: payments('PayScreen') },
  { path: '/ticket/:reference', Screen: tickets('TicketScreen') },
  { path: '*', Screen: NotFoundScreen },
]
