import { saleDays } from '#contract/sale'
import { formatNaira } from '#contract/money'
import {
  extendedHoldMinutes,
  holdMinutes,
  maxSeats,
  passengerDataDays,
  refundTiers,
  arriveEarlyMinutes,
  saleClosesMinutes,
} from '#contract/policy'
import { product } from '#contract/product'
import {
  minRedeemedPoints,
  pointsPerSeat,
  pointValidityMonths,
  referralKobo,
} from '#contract/rewards/rules'
import { supportHours } from '#contract/support/rules'
import { pinThresholdKobo } from '#contract/wallet/rules'
import { sql } from '#server/db/sql'
import { type DemoContext, insertAll } from './rows.ts'

/**
 * A banner shows one line until it is tapped, so the first sentence has at most 22 characters, and the link a word or
 * two.
 */
const banners = [
  {
    content: 'Cancelled? Money back. You do not need to do anything.',
    url: '/blog/how-refunds-work',
    url_text: 'Refunds',
  },
  {
    content: 'Tickets open offline. Open yours once after paying and it stays on this phone.',
    url: '/profile/trip',
    url_text: 'My trips',
  },
  {
    content: `${formatNaira(referralKobo)} for each friend. It comes to both of you after their first trip.`,
    url: '/profile/referral',
    url_text: 'Invite',
  },
  {
    content: `Be ${arriveEarlyMinutes} minutes early. The bus does not wait for late travellers.`,
    url: '/info-center#road',
    url_text: 'On the day',
  },
  {
    content: `December sells out. Departures are on sale ${saleDays} days ahead.`,
    url: '/',
    url_text: 'Search',
  },
]

/** Titles and bodies, newest first. Every text is true of this product. */
const announcements: readonly (readonly [title: string, body: string])[] = [
  [
    `Your ${product.name} wallet`,
    `Everybody with an account has a wallet. Refunds can go there at once, and you can pay for your next trip from it. From ${formatNaira(pinThresholdKobo)} on, spending asks for your PIN.`,
  ],
  [
    'Points for every trip',
    `Each seat of a trip earns ${pointsPerSeat} points. From ${minRedeemedPoints} points you can turn them into money in your wallet. Points last ${pointValidityMonths} months.`,
  ],
  [
    'Bring a friend',
    `Share your link from your profile. When your friend has made their first trip, ${formatNaira(referralKobo)} go into your wallet and the same into theirs.`,
  ],
  [
    'See where you are logged in',
    'Your profile lists every phone and computer that is logged in to your account. End any of them with one tap. A new password ends all the others.',
  ],
  [
    'Save the people you travel with',
    'Keep up to 20 travellers in your profile. When you book, pick a name instead of typing it again.',
  ],
  [
    'Move your booking once',
    'You may move a booking to another trip on the same route, once, up to an hour before departure. If the new trip costs less, we refund the difference.',
  ],
  [
    'Cancel one seat, keep the others',
    `You do not have to cancel the whole booking. Choose who stays at home and see the refund to the kobo. ${refundTiers[0].sentence}.`,
  ],
  [
    'How long your seats wait for you',
    `Seats you choose are yours for ${holdMinutes} minutes while you fill in the form. When you pay by transfer or USSD they wait up to ${extendedHoldMinutes} minutes in all. One booking has at most ${maxSeats} seats.`,
  ],
  [
    'Card, transfer or USSD',
    'You choose how to pay. We do not offer a way that cannot finish before your seats are released.',
  ],
  [
    'Tickets without a network',
    'The code on your ticket is signed. It can be shown and checked without a network, and a copy with a changed name or seat does not pass.',
  ],
  [
    'Ticket as PDF, trip in your calendar',
    'On your ticket you can save a PDF for printing, add the departure to your calendar, and send the ticket by SMS or WhatsApp.',
  ],
  [
    'Put us on your home screen',
    'Install the app from your browser. It needs little space, starts without a network, and asks you before it takes an update.',
  ],
  [
    'What happens to your details',
    `The law wants a manifest with names, addresses and a next of kin. We delete addresses, phone numbers and next of kin ${passengerDataDays} days after arrival.`,
  ],
  [
    'Fares for students and corps members',
    'Choose the kind of traveller when you enter the names and bring your school ID, your NYSC ID or your call-up letter to the park.',
  ],
  [
    'When sale ends',
    `A trip is on sale until ${saleClosesMinutes} minutes before it leaves. Be at the park ${arriveEarlyMinutes} minutes before departure for your luggage and the manifest.`,
  ],
  [
    'We are here every day',
    `Write to us in the app or call ${product.phone.national}. ${supportHours}.`,
  ],
]

/** Writes the banners, and one announcement every four days until yesterday. */
export async function writeNotifications({ db, today }: DemoContext): Promise<void> {
  await insertAll(
    db,
    'banner',
    banners.map((banner, position) => ({
      ...banner,
      position,
      shown_from: `${today}T00:00:00+01:00`,
    })),
  )
  const rows = announcements.map(([title, body], index) => ({ title, body, days: 1 + index * 4 }))
  await sql`
    insert into announcement (title, body, published_at)
    select title, body, (${today}::date - days + time '09:00') at time zone 'Africa/Lagos'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) a (title text, body text, days int)
    order by days desc`.execute(db)
}
