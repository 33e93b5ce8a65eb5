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
import { sending, tracking } from '#features/parcels'
import { outbox, storage } from '#features/offline'
import { blog, coming, company, HomeScreen, infoCenter } from '#features/site'
import { talks } from '#features/support'
import type { ComponentType } from 'react'
import { flow } from './flow.tsx'
import { NotFoundScreen } from './not-found.screen.tsx'

const trips = flow(() => import('#features/trips'))
const bookings = flow(() => import('#features/bookings'))
const waybills = flow(() => import('#features/waybills'))
const payments = flow(() => import('#features/payments'))
const accounts = flow(() => import('#features/accounts'))
const profile = flow(() => import('#features/profile'))
const reviews = flow(() => import('#features/reviews'))
const rewards = flow(() => import('#features/rewards'))
const fuel = flow(() => import('#features/fuel'))
const support = flow(talks)
const wallet = flow(() => import('#features/wallet'))
const tickets = flow(() => import('#features/tickets'))
const boarding = flow(() => import('#features/boarding'))
const parcels = flow(sending)
const articles = flow(blog)
const companyPages = flow(company)

/** Addresses of the specification whose room is still to come; `coming.screen.tsx` has the words for each. */
const toCome = [
  '/brands',
  '/businesses',
  '/nysc',
  '/community',
  '/charter-marketplace',
  '/charter-marketplace/custom-request',
  '/charter-marketplace/confirm-payment/success',
  '/charter-marketplace/browse_charter/:id',
  '/charter-request',
  '/charter-request/success',
  '/charter-type',
  '/charter-airport',
  '/invoice-checkout',
  '/invoice-checkout/success',
]
const ComingScreen = flow(coming)('ComingScreen')

export const routes: readonly { path: string; Screen: ComponentType }[] = [
  { path: '/', Screen: HomeScreen },
  // The specification's address of the application itself.
  { path: '/_app', Screen: HomeScreen },
  { path: '/bookride', Screen: trips('ResultsScreen') },
  { path: '/bookride/details', Screen: trips('TripScreen') },
  { path: '/ride-board/motor-park/:park', Screen: trips('RideBoardScreen') },
  { path: '/bookride/passenger-details', Screen: bookings('PassengersScreen') },
  { path: '/thanks-for-booking', Screen: bookings('BookedScreen') },
  { path: '/profile/trip', Screen: bookings('MyTripsScreen') },
  { path: '/bookride/pay', Screen: payments('PayScreen') },
  { path: '/send-parcel', Screen: parcels('SendParcelScreen') },
  { path: '/customizeparcel', Screen: parcels('CustomizeScreen') },
  { path: '/request-parcel', Screen: parcels('RequestScreen') },
  { path: '/request-parcel/proceed', Screen: parcels('ProceedScreen') },
  { path: '/request-parcel/loginscreen', Screen: parcels('RequestLogInScreen') },
  { path: '/request-parcel/signupscreen', Screen: parcels('RequestSignUpScreen') },
  { path: '/request-parcel/almostthere', Screen: parcels('AlmostThereScreen') },
  { path: '/request-parcel/successParcelRequest', Screen: parcels('RequestedScreen') },
  { path: '/waybill/summary', Screen: waybills('SummaryScreen') },
  { path: '/waybill/proceed', Screen: payments('PayParcelScreen') },
  { path: '/waybill/success', Screen: waybills('SuccessScreen') },
  { path: '/phone', Screen: flow(storage)('StorageScreen') },
  { path: '/phone/outbox', Screen: flow(outbox)('OutboxScreen') },
  { path: '/ticket/:reference', Screen: tickets('TicketScreen') },
  { path: '/track-parcel', Screen: flow(tracking)('TrackParcelScreen') },
  { path: '/verify', Screen: boarding('VerifyScreen') },
  { path: '/login', Screen: accounts('LogInScreen') },
  { path: '/signup', Screen: accounts('SignUpScreen') },
  { path: '/forgotten-password', Screen: accounts('ForgottenPasswordScreen') },
  { path: '/profile', Screen: profile('ProfileScreen') },
  { path: '/profile/details', Screen: profile('DetailsScreen') },
  { path: '/profile/travellers', Screen: profile('TravellersScreen') },
  { path: '/profile/settings', Screen: profile('SettingsScreen') },
  { path: '/profile/privacy', Screen: profile('PrivacyScreen') },
  { path: '/profile/travel-request', Screen: profile('TravelRequestScreen') },
  { path: '/profile/driver', Screen: profile('DriverScreen') },
  { path: '/profile/messages', Screen: support('MessagesScreen') },
  { path: '/profile/wallet', Screen: wallet('WalletScreen') },
  { path: '/profile/wallet/add', Screen: payments('TopUpScreen') },
  { path: '/profile/wallet/pin', Screen: wallet('PinScreen') },
  { path: '/profile/transaction', Screen: wallet('TransactionsScreen') },
  { path: '/profile/rewards', Screen: rewards('RewardsScreen') },
  { path: '/profile/referral', Screen: rewards('ReferralScreen') },
  { path: '/profile/changepassword', Screen: accounts('ChangePasswordScreen') },
  { path: '/reviews', Screen: reviews('ReviewsScreen') },
  { path: '/write-a-review', Screen: reviews('WriteReviewScreen') },
  { path: '/ride-board/motor-park/:park/write-a-review', Screen: reviews('ParkReviewScreen') },
  { path: '/fuel-price', Screen: fuel('FuelPriceScreen') },
  { path: '/support', Screen: support('SupportScreen') },
  { path: '/info-center', Screen: flow(infoCenter)('InfoCenterScreen') },
  { path: '/about', Screen: companyPages('AboutScreen') },
  { path: '/terms', Screen: companyPages('TermsScreen') },
  { path: '/blog', Screen: articles('BlogScreen') },
  { path: '/blog/:code', Screen: articles('ArticleScreen') },
  ...toCome.map((path) => ({ path, Screen: ComingScreen })),
  { path: '*', Screen: NotFoundScreen },
]
