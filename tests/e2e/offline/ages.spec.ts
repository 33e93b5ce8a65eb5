import type { Page } from '@playwright/test'
import { supportBusiness } from '#contract/support/rules'
import { openBoughtTicket, aPaidParcel, callApi } from '#tests/e2e/fixtures/purchases'
import { allowFaults, watchIdle } from '#tests/e2e/fixtures/calls'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

const minute_ms = 60_000
const spans = [
  ['3 minutes', 3 * minute_ms, /\b[34] minutes ago/],
  ['3 hours', 180 * minute_ms, /\b3 hours ago/],
  ['3 days', 4320 * minute_ms, /\b3 days ago/],
] as const

/** What a screen shows once it has its data. */
type ScreenCheck = readonly [
  'link' | 'list' | 'img' | 'heading' | 'button' | 'region',
  RegExp | string,
]

/**
 * Logs a new person in, makes data for every screen that stores some, and returns one element of each that needs its
 * data.
 */
async function fourteenScreens(
  page: Page,
): Promise<[name: string, path: string, seen: ScreenCheck][]> {
  const { session } = await logInNewPerson(page)
  const { token } = session
  const { request } = page.context()
  const { reference, booking } = await openBoughtTicket(page, { token })
  const { tracking_id } = await aPaidParcel(request, token)
  const ngozi = {
    full_name: 'Ngozi Okonkwo',
    passenger_type: 'adult',
    gender: 'female',
    address: '4 Aminu Kano Crescent, Wuse',
  }
  const talk = { token, data: { business_id: supportBusiness } }
  const { id } = await callApi<{ id: string }>(request, 'POST', '/conversations', talk)
  const message = { token, data: { body: 'Is there a bus on Sunday?' } }
  await callApi(request, 'POST', `/conversations/${id}/messages`, message)
  await callApi(request, 'POST', '/profile/travellers', { token, data: ngozi })
  const road = `from=lagos&to=abuja&date=${dayAhead(4)}`
  return [
    ['start', '/', ['link', /^Your next trip/]],
    ['results', `/bookride?${road}`, ['list', 'Trips']],
    ['trip', `/bookride/details?trip=${booking.trip.id}`, ['button', /^Seat \d/]],
    ['my trips', '/profile/trip', ['link', 'Ticket']],
    ['ticket', `/ticket/${reference}`, ['img', /^Ticket code of/]],
    ['a parcel', `/track-parcel?id=${tracking_id}`, ['list', 'Route of this parcel']],
    ['a waybill', `/waybill/summary?parcel=${tracking_id}`, ['heading', /Lagos|Abuja|Jibowu/]],
    ['fuel', '/fuel-price', ['heading', /^Petrol in/]],
    ['reviews', '/reviews', ['list', 'Reviews']],
    ['wallet', '/profile/wallet', ['region', 'Balance']],
    ['messages', '/profile/messages', ['list', 'Conversations']],
    ['send a parcel', '/send-parcel', ['heading', 'From where to where?']],
    ['travellers', '/profile/travellers', ['heading', /Ngozi/]],
    ['rewards', '/profile/rewards', ['heading', 'Rewards']],
  ]
}

const shown = (page: Page, [role, name]: ScreenCheck) => page.getByRole(role, { name }).first()

/** Requests that the network swallows: all except the app's own files, which this phone stores. */
const swallowed = /^(?!.*\/assets\/)/

/** Every run checks each screen after one of the spans; the long run checks all of them. */
for (const [when, isAfter] of [
  ['after 3 minutes, 3 hours or 3 days', (span: number, screen: number) => screen % 3 === span],
  ['after 3 minutes, 3 hours and 3 days @long', () => true],
] as const)
  test(`each of 14 screens says how old it is, on a network that swallows everything, ${when}`, async ({
    phone: { page, network },
    faults,
  }) => {
    test.setTimeout(300_000)
    const screens = await fourteenScreens(page)
    expect(screens).toHaveLength(14)
    const visited: Record<string, number> = {}
    const atRest = watchIdle(page)
    for (const [name, path, seen] of screens)
      await test.step(`${name}, with a network`, async () => {
        await page.goto(path)
        await expect.soft(shown(page, seen), name).toBeVisible()
        await atRest()
        visited[name] = Date.now()
      })
    await waitUntilComplete(page)
    network.lie('silence')
    await page.clock.install()
    const hasLoaded = watchIdle(page, swallowed)
    for (const [nth, [words, span, said]] of spans.entries())
      for (const [name, path, seen] of screens.filter((_, screen) => isAfter(nth, screen)))
        await test.step(`${name}, ${words} later`, async () => {
          await page.clock.setSystemTime((visited[name] ?? 0) + span + 5000)
          await page.goto(path)
          await expect.soft(shown(page, seen), `${name} is there`).toBeVisible()
          // The clock runs faster than the phone: it is advanced only when nothing but the network is pending.
          await hasLoaded()
          let waited = 0
          const isSaid = async () => {
            if (await page.locator('main').getByText(said).first().isVisible()) return true
            await page.clock.runFor(1000)
            waited += 1
            return false
          }
          await expect.soft
            .poll(isSaid, { message: `${name} says "${words} ago"`, intervals: [50] })
            .toBe(true)
          expect.soft(waited, `${name} says so within 8 s`).toBeLessThanOrEqual(9)
          await expect(page.locator('main').getByText(/just now/), name).toHaveCount(0)
        })
    allowFaults(faults, /net::ERR_|Failed to fetch/)
  })
