import type { Page } from '@playwright/test'
import { findDepartureOnSale, openCounter, walkThroughSale } from '#tests/e2e/fixtures/counter'
import { aFinger, type Finger } from '#tests/e2e/fixtures/finger'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import {
  openAndAccept,
  prepareTraveller,
  walkAddingReturn,
  walkAsGuest,
  walkSearchingReturn,
  walkSettingPin,
  walkToAirport,
  walkWithAccount,
  walkWithParcel,
} from '#tests/e2e/fixtures/walks'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Walks, prints the counts for `npm run bench -- taps`, and returns them. */
async function countWalk(
  name: string,
  page: Page,
  walk: (page: Page, finger: Finger) => Promise<void>,
): Promise<Finger['done']> {
  const finger = aFinger()
  await walk(page, finger)
  const { taps, typed } = finger.done
  console.log(`${name}: ${taps} taps, ${typed} typed fields`)
  return finger.done
}

test('a guest comes from home to a paid ticket with at most 12 taps and 5 typed fields', async ({
  page,
}) => {
  await openAndAccept(page, '/')
  const done = await countWalk('guest, home to paid ticket', page, walkAsGuest)
  expect(done).toEqual({ taps: 12, typed: 5 })
})

test('somebody with an account pays a ticket from their wallet on a road searched before with 6 taps and the PIN', async ({
  page,
}) => {
  await prepareTraveller(page)
  await openAndAccept(page, '/')
  const done = await countWalk('account, home to paid ticket', page, walkWithAccount)
  expect(done).toEqual({ taps: 6, typed: 1 })
})

test('a return trip, each on a day of one’s choice, takes 11 taps and the PIN', async ({
  page,
}) => {
  await prepareTraveller(page)
  await openAndAccept(page, '/')
  const done = await countWalk('account, return trip added', page, walkAddingReturn)
  expect(done).toEqual({ taps: 11, typed: 1 })
})

test('a return trip for which both days are searched takes 12 taps and the PIN', async ({
  page,
}) => {
  await prepareTraveller(page)
  await openAndAccept(page, '/')
  const done = await countWalk('account, return trip searched', page, walkSearchingReturn)
  expect(done).toEqual({ taps: 12, typed: 1 })
})

test('the first PIN is set inside the payment, with one tap more than a payment without a PIN', async ({
  page,
}) => {
  const token = await prepareTraveller(page, { has_pin: false })
  const done = await countWalk('account, payment with the first PIN', page, (on, finger) =>
    walkSettingPin(on, finger, token),
  )
  // Without a PIN, a payment takes one tap. The three fields are the password, the PIN, and the PIN again.
  expect(done).toEqual({ taps: 2, typed: 3 })
})

test('somebody with an account sends a parcel, from its price to its payment, with at most 12 taps and 3 typed fields', async ({
  page,
}) => {
  await storeLogin(page, (await signUpByCall(page.context())).session)
  await openAndAccept(page, '/send-parcel')
  const done = await countWalk('account, parcel', page, walkWithParcel)
  expect(done.taps).toBeLessThanOrEqual(12)
  expect(done.typed).toBeLessThanOrEqual(3)
})

test('somebody with an account books an airport pick-up with at most 11 taps and 2 typed fields', async ({
  page,
}) => {
  await storeLogin(page, (await signUpByCall(page.context())).session)
  await openAndAccept(page, '/charter-type')
  const done = await countWalk('account, airport', page, walkToAirport)
  expect(done.taps).toBeLessThanOrEqual(11)
  expect(done.typed).toBeLessThanOrEqual(2)
})

test('a clerk sells a seat to a walk-in for cash with 6 taps and one typed field', async ({
  page,
}) => {
  const day = dayAhead(19)
  const token = await openCounter(page, day)
  const { key } = await findDepartureOnSale(page.context().request, token, day)
  let ticket_ms = 0
  const done = await countWalk('counter, walk-in for cash', page, async (on, finger) => {
    ticket_ms = await walkThroughSale(on, finger, key)
  })
  console.log(`counter, from the last tap to the ticket: ${ticket_ms} ms`)
  expect(done).toEqual({ taps: 6, typed: 1 })
})
