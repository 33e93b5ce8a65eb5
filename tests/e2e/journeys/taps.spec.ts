import type { Locator, Page } from '@playwright/test'
import { storeLogin, signUpByCall } from '#tests/e2e/fixtures/people'
import {
  ada,
  aPhoneNumber,
  dayAhead,
  findTripsWithSeats,
  searchFor,
  expectThanks,
  sendMoney,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Counts a person's actions with a finger: taps, and fields in which they type. */
function aFinger() {
  const done = { taps: 0, typed: 0 }
  return {
    done,
    tap: (place: Locator) => {
      done.taps += 1
      return place.click()
    },
    type: (place: Locator, words: string) => {
      done.typed += 1
      return place.fill(words)
    },
    /** The phone's own list opens with one tap, and a second tap selects an entry. */
    choose: (place: Locator, value: string) => {
      done.taps += 2
      return place.selectOption(value)
    },
    /** The phone's own calendar or clock also takes two taps. */
    pick: (place: Locator, value: string) => {
      done.taps += 2
      return place.fill(value)
    },
  }
}

type Finger = ReturnType<typeof aFinger>

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

const option = (page: Page, field: string, place: string) =>
  page.getByRole('listbox', { name: field }).getByRole('option').filter({ hasText: place }).first()

/** From the results to the form that asks who travels. */
async function holdASeat(page: Page, { tap }: Finger): Promise<void> {
  await tap(findTripsWithSeats(page).first().getByRole('link'))
  await tap(button(page, 'Pick a seat for me'))
  await expect(page.locator('[data-state="mine"][data-seat]')).toHaveCount(1)
  await tap(button(page, /^Hold seats?$/))
  await page.waitForURL('**/bookride/passenger-details?booking=*')
}

/** From the filled form to the ticket, by bank transfer, which is preselected. */
async function pay(page: Page, { tap }: Finger): Promise<void> {
  await tap(button(page, /to payment$/))
  await expect(page.getByText('To pay ₦', { exact: false }).first()).toBeVisible()
  await tap(button(page, /^Pay ₦/))
  await sendMoney(page)
  await expectThanks(page)
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toBeVisible()
}

test('a guest comes from home to a paid ticket with at most 13 taps and 5 typed fields', async ({
  page,
}) => {
  await page.goto('/')
  await button(page, 'Accept').click()
  const finger = aFinger()
  const { tap, type, choose, done } = finger
  await tap(page.getByRole('combobox', { name: 'From' }))
  await tap(option(page, 'From', 'Abuja'))
  await tap(option(page, 'To', 'Lagos'))
  await tap(button(page, 'Search buses'))
  await tap(
    page.getByRole('navigation', { name: 'Cheapest fares of the week' }).getByRole('link').last(),
  )
  await holdASeat(page, finger)

  const traveller = page.getByRole('region', { name: /^Traveller on seat/ })
  await type(traveller.getByLabel('Full name'), ada.full_name)
  await tap(traveller.getByText('Female', { exact: true }))
  await type(traveller.getByLabel('Address'), '12 Allen Avenue, Ikeja')
  await type(page.getByLabel('Your phone'), aPhoneNumber())
  const kin = page.getByRole('region', { name: 'Next of kin' })
  await type(kin.getByLabel('Full name'), 'Ngozi Okonkwo')
  await type(kin.getByLabel('Phone'), '0809 999 8888')
  await choose(kin.getByLabel('Relationship to traveller'), 'sibling')
  await pay(page, finger)
  console.log(`guest, home to paid ticket: ${done.taps} taps, ${done.typed} typed fields`)
  expect(done.taps).toBeLessThanOrEqual(13)
  expect(done.typed).toBeLessThanOrEqual(5)
})

test('somebody with an account comes from home to a paid ticket on a road searched before with at most 9 taps and nothing typed', async ({
  page,
}) => {
  const { member, session } = await signUpByCall(page.context())
  const headers = { authorization: `Bearer ${session.token}` }
  const kin = { full_name: 'Ngozi Okonkwo', phone: '+2348099998888', relationship: 'sibling' }
  const { full_name } = member
  const me = { full_name, gender: 'female', passenger_type: 'adult', address: '12 Allen Avenue' }
  const api = '/api/v1/waka/profile'
  await page.request.patch(api, { headers, data: { default_kin: kin } })
  const kept = await page.request.post(`${api}/travellers`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: me,
  })
  expect(kept.status(), await kept.text()).toBe(200)
  await storeLogin(page, { ...session, user: { ...session.user, default_kin: kin as never } })
  await searchFor(page, { day: dayAhead(17), travellers: 1 })
  await page.goto('/')
  await button(page, 'Accept').click()

  const finger = aFinger()
  const { tap, done } = finger
  const before = page.getByRole('navigation', { name: 'Searched before' })
  await tap(before.getByRole('link', { name: 'Lagos → Abuja' }))
  await holdASeat(page, finger)
  await tap(button(page, 'I am travelling'))
  await pay(page, finger)
  console.log(`account, home to paid ticket: ${done.taps} taps, ${done.typed} typed fields`)
  expect(done).toEqual({ taps: 7, typed: 0 })
})

test('somebody with an account sends a parcel, from its price to its payment, with at most 12 taps and 3 typed fields', async ({
  page,
}) => {
  await storeLogin(page, (await signUpByCall(page.context())).session)
  await page.goto('/send-parcel')
  await button(page, 'Accept').click()
  const finger = aFinger()
  const { tap, type, choose, done } = finger
  await tap(page.getByLabel('From', { exact: true }))
  await tap(option(page, 'From', 'Lagos'))
  await tap(page.getByLabel('To', { exact: true }))
  await tap(option(page, 'To', 'Abuja'))
  await tap(page.getByRole('radio', { name: /^Small/ }))
  await choose(page.getByLabel('Kind of goods'), 'clothes')
  await tap(button(page, 'Continue'))
  await type(page.getByRole('textbox', { name: 'Contents' }), 'Two wrappers')
  await tap(page.getByText('My parcel contains none of these'))
  await type(page.getByLabel('Receiver’s name'), 'Yusuf Danjuma')
  await type(page.getByLabel('Receiver’s phone'), '0805 678 9012')
  await tap(button(page, 'Continue'))
  await expect(page.getByText(/^This price holds until/)).toBeVisible()
  await tap(button(page, 'Send this parcel'))
  await page.waitForURL('**/waybill/proceed?parcel=*')
  await tap(button(page, /^Pay ₦/))
  await sendMoney(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Paid\. Drop it off at /)
  console.log(`account, parcel: ${done.taps} taps, ${done.typed} typed fields`)
  expect(done.taps).toBeLessThanOrEqual(12)
  expect(done.typed).toBeLessThanOrEqual(3)
})

test('somebody with an account books an airport pick-up with at most 11 taps and 2 typed fields', async ({
  page,
}) => {
  await storeLogin(page, (await signUpByCall(page.context())).session)
  await page.goto('/charter-type')
  await button(page, 'Accept').click()
  const finger = aFinger()
  const { tap, type, pick, done } = finger
  await tap(page.getByRole('link', { name: 'Airport pick-up or drop-off' }))
  await tap(page.getByLabel('Airport', { exact: true }))
  await tap(option(page, 'Airport', 'Lagos (LOS)'))
  await tap(page.getByLabel('Drop-off area', { exact: true }))
  await tap(option(page, 'Drop-off area', 'Ikeja'))
  await expect(page.getByText(/^The price includes driver, fuel, tolls/)).toBeVisible()
  await type(page.getByLabel(/^Flight number/), 'P4 7121')
  await tap(page.getByLabel('Lands on'))
  await tap(page.locator(`[data-day="${dayAhead(21)}"]`))
  await pick(page.getByLabel('At', { exact: true }), '14:30')
  await type(page.getByLabel('Drop-off address'), '12 Allen Avenue')
  await tap(button(page, /^Book and pay ₦/))
  await page.waitForURL('**/charter-marketplace/confirm-payment?charter=*')
  await tap(button(page, /^Pay ₦/))
  await sendMoney(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Your vehicle is booked.')
  console.log(`account, airport: ${done.taps} taps, ${done.typed} typed fields`)
  expect(done.taps).toBeLessThanOrEqual(11)
  expect(done.typed).toBeLessThanOrEqual(2)
})
