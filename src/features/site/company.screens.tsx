import { bookingFeeKobo, formatNaira, vatPercent } from '#contract/money'
import { holdMinutes } from '#contract/policy'
import { product } from '#contract/product'
import { supportHours } from '#contract/support/rules'
import { formatDay } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { ButtonRow } from '#ui/notice'
import { TableOfContents, listHeadings, Paragraphs, useScrollToAnchor } from './reading.tsx'
import { privacyParagraphs, termsParagraphs, termsStartDay } from './terms.ts'
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
  `Each seat booked here costs a booking fee of ${formatNaira(bookingFeeKobo)}, and ${vatPercent}% VAT on it. It is a line of its own in the price. Searching is free, and nobody can pay for a higher place in the results.`,
  '## Who we build for',
  'For the traveller at a motor park with a small phone, a slow network and little data. So the app is small, works offline, uses plain words, and never loses what you typed.',
  '## Trying it out',
  `${name} comes with a demonstration country. Its cities and motor parks are real places; its operators, buses and fares are made up. When the payment page says “Test checkout – no real money”, you are in it: no money moves, and no bus waits for you.`,
  '## Where to find us',
  `Phone ${phone.national} (from abroad ${phone.international}), ${supportHours.toLowerCase()}. Email ${email}.`,
]

/** About us: what we do, what we do not do, and how we earn money. */
export function AboutScreen() {
  useScrollToAnchor()
  return (
    <Page title="About our Company" narrow>
      <Paragraphs texts={about} />
      <ButtonRow>
        <ButtonLink to="/" kind="primary">
          Search buses
        </ButtonLink>
        <ButtonLink to="/info-center">Info Center</ButtonLink>
        <ButtonLink to="/terms">Terms &amp; conditions</ButtonLink>
        <ButtonLink to="/privacy">Privacy</ButtonLink>
      </ButtonRow>
    </Page>
  )
}

/** The data that we store about people, why and for how long we store it, and their rights. */
export function PrivacyScreen() {
  useScrollToAnchor()
  return (
    <Page title="Privacy" under={`As of ${formatDay(termsStartDay)}`} narrow>
      <Paragraphs texts={privacyParagraphs} />
      <ButtonRow>
        <ButtonLink to="/profile/privacy" kind="primary">
          My data
        </ButtonLink>
        <ButtonLink to="/terms">Terms &amp; conditions</ButtonLink>
      </ButtonRow>
    </Page>
  )
}

/** The terms of use, which describe what the software does. */
export function TermsScreen() {
  useScrollToAnchor()
  return (
    <Page title="Terms & conditions" under={`As of ${formatDay(termsStartDay)}`} narrow>
      <details className={styles.fold}>
        <summary>Contents</summary>
        <TableOfContents label="Contents" places={listHeadings(termsParagraphs)} />
      </details>
      <Paragraphs texts={termsParagraphs} />
      <ButtonRow>
        <ButtonLink to="/privacy">Privacy</ButtonLink>
      </ButtonRow>
    </Page>
  )
}
