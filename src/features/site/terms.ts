import { formatKilos } from '#contract/quantities'
import { offerHoldHours } from '#contract/charters/requests/rules'
import { charterFeePercent, depositPercent } from '#contract/charters/rules'
import {
  airportCancellationTiers,
  fullPaymentHours,
  balanceDueHours,
  charterHoldMinutes,
  charterCancellationTiers,
  freeDateChangeHours,
  maxDateChanges,
} from '#contract/charters/trips/rules'
import {
  parcelClaimDays,
  countFreeStorageDays,
  freeStorageDays,
  storageFeesKobo,
} from '#contract/parcels/rules'
import { basicCoverKobo, coverPercent, parcelFeeKobo } from '#contract/parcels/price'
import { providerNamesText } from '#contract/payments/rules'
import { erasureCancellableDays } from '#contract/profile/rules'
import {
  minRedeemedPoints,
  pointsPerSeat,
  pointValidityMonths,
  pointWorthKobo,
  rewardSharePercent,
} from '#contract/rewards/rules'
import { bookingFeeKobo, formatNaira, vatPercent } from '#contract/money'
import {
  extendedHoldMinutes,
  holdMinutes,
  maxSeats,
  passengerDataDays,
  refundWorkingDays,
  refundTiers,
  arriveEarlyMinutes,
  saleClosesMinutes,
} from '#contract/policy'
import { product } from '#contract/product'

const { name, email, phone } = product

export const termsStartDay = '2026-11-25'

/** How we handle people's data. Part of the terms, and a separate page. */
const data = [
  'We follow the Nigeria Data Protection Act 2023.',
  '- What we keep: what you write when you book and in your profile. Why: to sell you the seat, to make the passenger list that the law asks for, to refund you, to help you.',
  '- Against fraud: a code that stands for your phone and your network while you are logged in and for 30 days after, and for 90 days one that stands for your card. Nobody can read an address or a number from them.',
  '- Who gets it: the operator of your trip gets the passenger list, the payment company what a payment needs. Nobody else, unless a law makes us.',
  `- How long: addresses and phones of travellers, names of babies on laps and the next of kin for ${passengerDataDays} days after arrival. Bookings and payments stay as long as tax and disputes need them; after an erasure, without your name.`,
  `- Your rights: to know, to have a copy, to correct, to erase, to restrict, to object, to take it elsewhere. Use My data in your profile, or write to ${email}. You may complain to the Nigeria Data Protection Commission.`,
]
const cookies =
  'We set only what the app needs: your answer about cookies (consent), and your login (jwt, and one that no script can read). Nothing optional is set, whether you accept or reject.'

/** The privacy page, as text for `Paragraphs`. */
export const privacyParagraphs = [
  ...data,
  '## On your phone',
  'Tickets, parcels and what you typed are stored on your phone, so that they open offline. Logging out removes them; Storage on this phone shows what is there.',
  '## Where you are',
  'We never ask your phone where it is. A trip you share with your family shows what the operator reports, to anybody who has the link, until a day after you arrive.',
  '## Photos',
  'We remove location and camera details from every photo before we store it.',
  '## How we keep it safe',
  'Every connection to us is encrypted. Nobody can read your password, not even us. You can see every phone that is logged in, and log it out.',
  '## Cookies',
  cookies,
]

/** The terms of use, as text for `Paragraphs`. They describe what the software does. */
export const termsParagraphs = [
  `These terms apply between you and ${name} when you use this app. They say what the app really does, in plain words.`,
  '## What we are',
  `${name} is a marketplace. We sell seats for bus operators. The operator of your trip carries you and is responsible for the ride. We are responsible for what happens here: search, booking, payment, ticket and refund.`,
  '## Booking',
  `- You may book up to ${maxSeats} seats at once, with or without an account.`,
  `- Seats you choose are held for ${holdMinutes} minutes at the price you saw; up to ${extendedHoldMinutes} minutes in all when you pay by transfer or USSD. Then they go back on sale.`,
  `- Sale ends ${saleClosesMinutes} minutes before departure.`,
  '- The law requires a passenger list. Enter true names, and a next of kin who can be called.',
  '## Prices',
  `The total you see before paying is all you pay us: fare, park fee, our booking fee of ${formatNaira(bookingFeeKobo)} a seat with ${vatPercent}% VAT on it, and insurance if you chose it. Reduced fares are valid with the proof they ask for.`,
  '## Paying',
  `- You pay through ${providerNamesText}, or from your wallet. Card numbers go to the payment company, never to us.`,
  '- A booking is confirmed when it says “Paid” and you have a ticket.',
  '- Paid late: you get your seats if they are free, else other seats on the same bus, which you may cancel within 24 hours without a fee; if the bus is full, you get a full refund.',
  '- Paid twice or too much: we refund the extra. Too little: we refund it, and you may pay again.',
  '## Your ticket',
  `A ticket is valid for the traveller, the seat and the trip it names. It cannot be resold. Be at the park ${arriveEarlyMinutes} minutes before departure; the bus does not have to wait.`,
  '## Cancelling a seat',
  'You may cancel all or some of your seats. From fare and park fee we keep:',
  ...refundTiers.map((tier) => `- ${tier.sentence}`),
  'The booking fee and its VAT are not refunded. Insurance is refunded in full. The amount is shown to the kobo before you confirm.',
  '## Moving to another trip',
  `Each booking can be moved once, until ${refundTiers[2].from_hours} hour before departure, to a trip of the same operator on the same route within 14 days that does not cost more. If it costs less, we refund the difference. Moving itself is free of charge. If you cancel after moving, the fee is at least what it was when you moved, on the price you paid first.`,
  '## When the operator cancels',
  'We refund all you paid for the trip automatically, our fee too.',
  '## How refunds come',
  `When you cancel with an account, or move to a trip that costs less, you choose: to your wallet at once, or the way you paid. Every other refund goes the way you paid, usually within ${refundWorkingDays} working days. What was paid from a wallet goes back into it.`,
  '## Sending a parcel',
  `- The operator carries your parcel. The price is shown line by line before you pay: carriage, our service fee of ${formatNaira(parcelFeeKobo)}, what you add, and ${vatPercent}% VAT, which is not on cover.`,
  '- Until a counter has taken it in, you may cancel and get everything back. After that, until it is on a bus, we keep the service fee and its VAT.',
  `- A parcel with a value entered is covered up to ${formatNaira(basicCoverKobo)}. With full cover (${coverPercent}% of the value, with a least price in the list) all of it is. You may claim while it is lost or damaged, within ${parcelClaimDays} days after it was delivered, and where nobody got it from ${parcelClaimDays} days after it was due.`,
  `- It waits at the counter for ${freeStorageDays} working days at no cost, or ${countFreeStorageDays(['longer_storage'])} with longer storage; after that, ${formatNaira(storageFeesKobo.light)} a day, or ${formatNaira(storageFeesKobo.heavy)} from ${formatKilos(storageFeesKobo.heavy_from_grams)}. The receiver needs the pickup PIN to collect it.`,
  '## Chartering a vehicle',
  `- The total you see before paying is all you pay us: days, distance, driver’s nights, our fee of ${charterFeePercent}% and ${vatPercent}% VAT. Each vehicle says whether fuel is included.`,
  `- If it starts ${fullPaymentHours} hours or more from now, you may pay ${depositPercent}% now and the balance by ${balanceDueHours} hours before the start; an airport transfer is paid at once. A vehicle you choose is held for ${charterHoldMinutes} minutes while you pay, one that was offered to you for ${offerHoldHours} hours, but never into the last hour before the start.`,
  '- If the balance does not come in time, we cancel the charter and keep the deposit.',
  `- You may change the dates free of charge up to ${freeDateChangeHours / 24} days before the start, ${maxDateChanges} times, if the vehicle is free; of an airport transfer, the flight.`,
  '- If the operator cancels, we refund everything the way you paid. If the vehicle does not come, we refund everything to your wallet.',
  'If you cancel a charter, we keep, but never more than you have paid:',
  ...charterCancellationTiers.map(({ sentence }) => `- ${sentence}`),
  'Of an airport transfer we keep:',
  ...airportCancellationTiers.map(({ sentence }) => `- ${sentence}`),
  '## On the road',
  'Each operator’s rules for luggage are on the trip page. What is dangerous or forbidden by law may not travel; the Info Center has the list. An operator may refuse anybody who endangers others.',
  '## Wallet and points',
  `- The wallet is for paying here. Money in it does not expire, earns no interest, and cannot be paid out to a bank.`,
  `- Each seat of a trip that somebody has made usually earns ${pointsPerSeat} points, each worth ${formatNaira(pointWorthKobo)}. The ticket must have been checked at the bus, unless the operator has long been known to us. Points expire after ${pointValidityMonths} months. From ${minRedeemedPoints} points they can be turned into money in the wallet.`,
  `- All rewards of a booking together are never more than ${rewardSharePercent}% of our booking fee on it.`,
  '- If the money of a trip goes back to you, its rewards go back to us. If you have spent them, your wallet owes them.',
  '- Inviting yourself or made-up people, or buying from yourself, earns no reward. If it looks like that, our staff check it first.',
  '## Your account',
  `Keep password and PIN to yourself. You can see every phone that is logged in, and log it out. You may erase the account at any time: it is gone after ${erasureCancellableDays} days, and with it what you left in wallet, points and coming trips.`,
  '## Your data',
  ...data,
  '## Cookies',
  cookies,
  '## Your rights as a customer',
  `Nothing here takes away what Nigerian law gives you, above all the Federal Competition and Consumer Protection Act 2018. Talk to us first: ${phone.national} or ${email}. If we do not agree, you may go to the Federal Competition and Consumer Protection Commission.`,
  '## When these terms change',
  'The date above changes with them. A booking keeps the terms of the day it was made.',
]
