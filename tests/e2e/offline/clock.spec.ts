import type { Page } from '@playwright/test'
import { formatParkPlace } from '#contract/trips/rules'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { openBoughtTicket, expectTicket } from '#tests/e2e/fixtures/purchases'
import { dayAhead, waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { clearStorage, listStoredNames } from '#tests/e2e/fixtures/storage'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const day_ms = 86_400_000

/** The names that disappeared, except the mark of a finished update. */
const gone = (before: readonly string[], after: readonly string[]) =>
  before.filter((name) => !after.includes(name) && !name.endsWith('/old'))

/** A phone with a ticket and a search on it, both fetched a moment ago. */
async function withTicketAndSearch(page: Page) {
  const { reference, booking } = await openBoughtTicket(page)
  const results = `/bookride?from=lagos&to=abuja&date=${dayAhead(4)}&passengers=1`
  await page.goto(results)
  await expect(page.getByRole('list', { name: 'Trips' })).toBeVisible()
  await waitUntilInstalled(page)
  return { reference, booking, results }
}

test('1: a paid ticket opens after 30 days without a network, with its age, and from its small copy alone', async ({
  phone,
}) => {
  const { reference, booking } = await openBoughtTicket(phone.page)
  await waitUntilInstalled(phone.page)
  const page = await phone.reopen({ cut: true })
  await page.clock.install({ time: Date.now() + 30 * day_ms })
  await page.goto('/profile/trip')
  const ticket = page.getByRole('link', { name: 'Show ticket' })
  await expect(ticket).toBeVisible()
  // React Query removes unused data from memory after five minutes; the phone still stores it.
  await page.clock.fastForward('10:00')
  await ticket.click()
  await expectTicket(page)
  await expect(
    page.getByText(/^No network\. Saved on this phone, as of .+ \(30 days ago\)\./),
  ).toBeVisible()
  const { from_park: park } = booking
  const place = formatParkPlace({ ...park, city: park.city.name })
  await expect(page.getByText(place)).toBeVisible()

  await clearStorage(page, 'indexeddb')
  await page.goto(`/ticket/${reference}`)
  await expectTicket(page)
})

for (const [days, words] of [
  [7, /^No network\. Saved on this phone, as of .+ \(7 days ago\)\./],
  [-7, 'No network. Saved on this phone. We cannot say when, since the phone’s clock was changed.'],
] as const)
  test(`10: with a clock that jumped by ${days} days everything kept still opens, with an honest age, and nothing is deleted${makeLongTag(days > 0)}`, async ({
    phone,
  }) => {
    const { reference, results } = await withTicketAndSearch(phone.page)
    const before = await listStoredNames(phone.page)
    const page = await phone.reopen({ cut: true })
    await setPhoneClock(page, Date.now() + days * day_ms)
    await page.goto('/profile/trip')
    await expect(page.getByRole('link', { name: 'Show ticket' })).toBeVisible()
    await page.goto(`/ticket/${reference}`)
    await expectTicket(page)
    await expect(page.getByText(words)).toBeVisible()
    await page.goto(results)
    await expect(page.getByRole('list', { name: 'Trips' })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    const after = await listStoredNames(page)
    expect(gone(before, after)).toEqual([])

    // With a network the server sends the time, and the result is the same.
    const online = await phone.reopen()
    await setPhoneClock(online, Date.now() + days * day_ms)
    await online.goto(`/ticket/${reference}`)
    await expect(
      online.getByText('✓ Saved on this phone. It opens without a network.'),
    ).toBeVisible()
    await expect
      .poll(() => online.evaluate(() => Number(localStorage.getItem('clock-skew')) / 86_400_000))
      .toBeCloseTo(-days, 2)
    await online.goto('/')
    await expect(online.getByRole('link', { name: /Your next trip/ })).toBeVisible()
    const later = await listStoredNames(online)
    expect(gone(before, later)).toEqual([])
  })

for (const days of [7, -7])
  test(`10: with a clock that is always ${days} days wrong, what was saved minutes ago is minutes old${makeLongTag(days < 0)}`, async ({
    phone,
  }) => {
    await setPhoneClock(phone.page, Date.now() + days * day_ms)
    const { reference, results } = await withTicketAndSearch(phone.page)
    const page = await phone.reopen({ cut: true })
    await setPhoneClock(page, Date.now() + days * day_ms + 5 * 60_000)
    for (const address of [`/ticket/${reference}`, results]) {
      await page.goto(address)
      await expect(
        page.getByText(/^No network\. Saved on this phone, as of .+ \([5-7] minutes ago\)\./),
      ).toBeVisible()
    }
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Your next trip/ })).toBeVisible()
  })
