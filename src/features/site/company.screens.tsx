import { bookingFeeKobo, naira, vatPercent } from '#contract/money'
import { anyProvider } from '#contract/payments/providers'
import {
  extendedHoldMinutes,
  holdMinutes,
  maxSeats,
  passengerDataDays,
  refundDays,
  refundTiers,
  reportingMinutes,
  saleClosesMinutes,
} from '#contract/policy'
import { product } from '#contract/product'
import { eraseDays } from '#contract/profile/model'
import { koboPerPoint, leastRedeemed, pointMonths, pointWorthKobo } from '#contract/rewards/model'
import { supportHours } from '#contract/support/model'
import { showDay } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { Actions } from '#ui/notice'
import { Contents, headingsOf, Paragraphs, useAnchor } from './reading.tsx'
import styles from './reading.module.css'

const { name, email, phone } = product

const about = [
  `${name} is for people who travel between the cities of Nigeria by bus. You compare the buses of several operators in one place, pick your seat, pay, and carry a ticket that opens with your data switched off.`,
  '## What we do',
  '- We show the total price of a trip before you pay: fare, park fee and our fee, line by line.',
  `- We hold the seat you choose for ${holdMinutes} minutes, so that nobody else can buy it while you pay.`,
  '- We keep your ticket on your phone. It is signed, so that it can be verified at the park without a network.',
  '- We follow every payment to its end: you get a ticket or a refund.',
  '- Refunds follow rules that you see first, to the kobo.',
  '## What we do not do',
  '- We own no buses. Operators run them; their name is on every trip.',
  '- We do not guess fares, ratings or free seats. What we do not know, we say so.',
  '- We sell no data and show no advertising.',
  '## How we earn',
  `Each seat booked here costs a booking fee of ${naira(bookingFeeKobo)}, and ${vatPercent}% VAT on it. It is a line of its own in the price. Searching is free, and nobody can pay for a higher place in the results.`,
  '## Who we build for',
  'For the traveller at a motor park with a small phone, a slow network and little data. So the app is small, works offline, uses plain words, and never loses what you typed.',
  '## Trying it out',
  `${name} comes with a demonstration country. Its cities and motor parks are real places; its operators, buses and fares are made up. When the payment page says “Test checkout – no real money”, you are in it: no money moves, and no bus waits for you.`,
  '## Where to find us',
  `Phone ${phone.national} (from abroad ${phone.international}), ${supportHours.toLowerCase()}. Email ${email}.`,
]

/** About us: what we do, what we do not do, and how we earn. */
export function AboutScreen() {
  useAnchor()
  return (
    <Page title="About our Company" narrow>
      <Paragraphs texts={about} />
      <Actions>
        <ButtonLink to="/" kind="primary">
          Search buses
        </ButtonLink>
        <ButtonLink to="/info-center">Info Center</ButtonLink>
        <ButtonLink to="/terms">Terms &amp; conditions</ButtonLink>
        <ButtonLink to="/privacy">Privacy</ButtonLink>
      </Actions>
    </Page>
  )
}

const termsSince = '2026-11-21'

/** What becomes of what people tell us, in the terms and on a page of its own. */
const data = [
  'We follow the Nigeria Data Protection Act 2023.',
  '- What we keep: what you write when you book and in your profile. Why: to sell you the seat, to make the passenger list that the law asks for, to refund you, to help you.',
  '- Who gets it: the operator of your trip gets the passenger list, the payment company what a payment needs. Nobody else, unless a law makes us.',
  `- How long: addresses and phones of travellers and the next of kin for ${passengerDataDays} days after arrival. Bookings and payments stay as long as tax and disputes need them; after an erasure, without your name.`,
  `- Your rights: to know, to have a copy, to correct, to erase, to restrict, to object, to take it elsewhere. Use My data in your profile, or write to ${email}. You may complain to the Nigeria Data Protection Commission.`,
]
const cookies =
  'We set only what the app needs: your answer about cookies (consent), and your login (jwt, and one that no script can read). Nothing optional is set, whether you accept or reject.'

const privacy = [
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

/** What we keep about people, why, for how long, and what they may do about it. */
export function PrivacyScreen() {
  useAnchor()
  return (
    <Page title="Privacy" under={`As of ${showDay(termsSince)}`} narrow>
      <Paragraphs texts={privacy} />
      <Actions>
        <ButtonLink to="/profile/privacy" kind="primary">
          My data
        </ButtonLink>
        <ButtonLink to="/terms">Terms &amp; conditions</ButtonLink>
      </Actions>
    </Page>
  )
}

const terms = [
  `These terms apply between you and ${name} when you use this app. They say what the app really does, in plain words.`,
  '## What we are',
  `${name} is a marketplace. We sell seats for bus operators. The operator of your trip carries you and is responsible for the ride. We are responsible for what happens here: search, booking, payment, ticket and refund.`,
  '## Booking',
  `- You may book up to ${maxSeats} seats at once, with or without an account.`,
  `- Seats you choose are held for ${holdMinutes} minutes at the price you saw; up to ${extendedHoldMinutes} minutes in all when you pay by transfer or USSD. Then they go back on sale.`,
  `- Sale ends ${saleClosesMinutes} minutes before departure.`,
  '- The law requires a passenger list. Enter true names, and a next of kin who can be called.',
  '## Prices',
  `The total you see before paying is all you pay us: fare, park fee, our booking fee of ${naira(bookingFeeKobo)} a seat with ${vatPercent}% VAT on it, and insurance if you chose it. Reduced fares are valid with the proof they ask for.`,
  '## Paying',
  `- You pay through ${anyProvider}, or from your wallet. Card numbers go to the payment company, never to us.`,
  '- A booking is confirmed when it says “Paid” and you have a ticket.',
  '- Paid late: you get your seats if they are free, else other seats on the same bus, which you may cancel within 24 hours without a fee; if the bus is full, you get a full refund.',
  '- Paid twice or too much: we refund the extra. Too little: we refund it, and you may pay again.',
  '## Your ticket',
  `A ticket is valid for the traveller, the seat and the trip it names. It cannot be resold. Be at the park ${reportingMinutes} minutes before departure; the bus does not have to wait.`,
  '## Cancelling a seat',
  'You may cancel all or some of your seats. From fare and park fee we keep:',
  ...refundTiers.map((tier) => `- ${tier.sentence}`),
  'The booking fee and its VAT are not refunded. Insurance is refunded in full. The amount is shown to the kobo before you confirm.',
  '## Moving to another trip',
  `Each booking can be moved once, until ${refundTiers[2].from_hours} hour before departure, to a trip of the same operator on the same route within 14 days that does not cost more. If it costs less, we refund the difference. Moving itself is free of charge. If you cancel after moving, the higher fee of the two trips applies, on the price you paid first.`,
  '## When the operator cancels',
  'We refund all you paid for the trip automatically, our fee too.',
  '## How refunds come',
  `When you cancel with an account, you choose: to your wallet at once, or the way you paid. Every other refund goes the way you paid, usually within ${refundDays} working days. What was paid from a wallet goes back into it.`,
  '## On the road',
  'Each operator’s rules for luggage are on the trip page. What is dangerous or forbidden by law may not travel; the Info Center has the list. An operator may refuse anybody who endangers others.',
  '## Wallet and points',
  `- The wallet is for paying here. Money in it does not expire, earns no interest, and cannot be paid out to a bank.`,
  `- Each ${naira(koboPerPoint)} you paid for a completed trip earns a point, worth ${naira(pointWorthKobo)}. Points expire after ${pointMonths} months. From ${leastRedeemed} points they can be turned into money in the wallet.`,
  '- Inviting yourself or made-up people earns no reward.',
  '## Your account',
  `Keep password and PIN to yourself. You can see every phone that is logged in, and log it out. You may erase the account at any time: it is gone after ${eraseDays} days, and with it what you left in wallet, points and coming trips.`,
  '## Your data',
  ...data,
  '## Cookies',
  cookies,
  '## Your rights as a customer',
  `Nothing here takes away what Nigerian law gives you, above all the Federal Competition and Consumer Protection Act 2018. Talk to us first: ${phone.national} or ${email}. If we do not agree, you may go to the Federal Competition and Consumer Protection Commission.`,
  '## When these terms change',
  'The date above changes with them. A booking keeps the terms of the day it was made.',
]

/** The terms, as the software keeps them. */
export function TermsScreen() {
  useAnchor()
  return (
    <Page title="Terms & conditions" under={`As of ${showDay(termsSince)}`} narrow>
      <details className={styles.fold}>
        <summary>Contents</summary>
        <Contents label="Contents" places={headingsOf(terms)} />
      </details>
      <Paragraphs texts={terms} />
      <Actions>
        <ButtonLink to="/privacy">Privacy</ButtonLink>
      </Actions>
    </Page>
  )
}
