/*
 * Which screen stands at which address, and in which chunk it comes.
 *
 * A flow is a room loaded as one chunk through its door: `flow('trips', () => import('#features/trips'))`.
 * `trips('ResultsScreen')` is a screen of it by the name under which the door exports it; a name the
 * door does not have is a type error here. Screens take no props: they read `useParams` and
 * `useSearchParams`, start with `<Page title>` of #ui/page and show their queries with `<Answer>`.
 *
 * Screens of a flow may use Mantine's components: the flow stands inside its provider. Home and the
 * ticket do without (`bare`), so that the first load and an offline start stay small. A Mantine
 * component needs its style sheet in mantine.css.ts, in Mantine's documented order.
 *
 * To make the next step fast, call `warm('payments')` where a person will soon go there.
 */
import { HomeScreen } from '#features/site'
import type { ComponentType } from 'react'
import { flow } from './flow.tsx'
import { NotFoundScreen } from './not-found.screen.tsx'

const trips = flow('trips', () => import('#features/trips'))
const bookings = flow('bookings', () => import('#features/bookings'))
const payments = flow('payments', () => import('#features/payments'))
const tickets = flow('tickets', () => import('#features/tickets'), { bare: true })

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
