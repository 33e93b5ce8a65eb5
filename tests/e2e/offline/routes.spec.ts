import type { Page } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { addresses, everyAddress } from '#tests/e2e/specification/addresses'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { heading, open } from '#tests/e2e/fixtures/visit'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const rooms = new URL('../../../src/features/', import.meta.url)

const samples: Record<string, string> = { reference: '00000000000', park: 'jibowu' }

/**
 * The paths of each room's screens, so that a new screen is visited without a change here; some rooms have a desk only.
 */
const pathsByRoom = readdirSync(rooms).map((room) => {
  const file = new URL(`${room}/room.ts`, rooms)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = [...text.matchAll(/(?:\(\s*|path: )'(\/[^']*)'/g)]
  return found.map(([, path = '']) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? '1'),
  )
})
const paths = pathsByRoom.flat()

/** Steps of a flow with their subject, without which they show little. */
const filled = [
  `/bookride?from=lagos&to=abuja&date=${dayAhead(2)}`,
  '/bookride/details?trip=019a9a3b-0000-7000-8000-000000000000.0.1',
  '/bookride/passenger-details?booking=00000000000',
  '/bookride/pay?booking=00000000000',
  '/thanks-for-booking?booking=00000000000',
  '/profile/trip?booking=00000000000',
  '/track-parcel?id=00000000000',
  '/nowhere',
]

const every = [...new Set([...paths, ...everyAddress, ...filled])]

/** Screens that save themselves on the phones of those who need them; other phones say that they lack them. */
const ofClerks = ['/counter']

/** Pages where people most need help while there is no network. */
const asking = [...filled, '/ride-board/motor-park/jibowu', '/profile', '/blog', '/support']

/** One screen of each room, and where people need help. */
const some = [
  ...new Set([...pathsByRoom.flatMap(([first]) => first ?? []), ...ofClerks, ...asking]),
]

for (const [title, addressesHere] of [
  ['a screen of each room starts', some],
  ['@long every address of the app starts', every],
] as const)
  test(`${title} without a network: a heading and no break; 19: a call and an SMS are there, or one tap away`, async ({
    phone,
  }) => {
    test.setTimeout(300_000)
    expect(paths).toEqual(expect.arrayContaining([...addresses.profile, '/ticket/00000000000']))
    expect(every).toEqual(expect.arrayContaining(some))
    await phone.page.goto('/')
    await waitUntilComplete(phone.page)
    const page = await phone.reopen({ cut: true })
    const from = Date.now()
    for (const address of addressesHere) {
      await test.step(address, async () => {
        // The previous screen may still be redirecting a guest to the login, which aborts our navigation.
        await expect(() => page.goto(address)).toPass()
        await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
        const missing = page.getByText(/This screen stopped|Not on this phone yet/)
        if (ofClerks.includes(address)) await expect(missing).toHaveText(/Not on this phone yet/)
        else await expect(missing, address).toBeHidden()
        if (asking.includes(address)) await seeHelp(page, address)
      })
    }
    console.log(
      `${addressesHere.length} addresses started without a network in ${Date.now() - from} ms`,
    )
  })

async function seeHelp(page: Page, address: string): Promise<void> {
  if ((await page.locator('a[href^="sms:"]:visible').count()) === 0)
    await page.getByRole('button', { name: 'Premium support' }).click()
  await expect(page.locator('a[href^="tel:"]:visible').first(), address).toBeVisible()
  await expect(page.locator('a[href^="sms:"]:visible').first(), address).toBeVisible()
}

// URLs that the specification names are checked in its navigation.spec.ts.
test('no other screen writes a style sheet of its own at run time', async ({ page }) => {
  // A logged-out visitor would be redirected from their profile during the test.
  await logInNewPerson(page)
  for (const address of every.filter((one) => !everyAddress.includes(one))) {
    await open(page, address)
    await expect(heading(page).first(), address).toBeVisible()
    // A second style element would also break the page's policy.
    await expect(page.locator('style'), address).toHaveCount(1)
  }
})
