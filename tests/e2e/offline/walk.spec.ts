import type { BrowserContext, Page } from '@playwright/test'
import { watchIdle } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import type { NetworkProxy } from '#tests/e2e/fixtures/network-proxy'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { heading } from '#tests/e2e/fixtures/visit'
import { expect, test } from '#tests/e2e/fixtures/world'
import { makeStoredScreens, otherScreens } from './screens.ts'

test.use({ installed: true })

type Lie = Parameters<NetworkProxy['lie']>

/** A fault of a phone: of its network, its clock or its storage. */
interface Trouble {
  name: string
  lie?: Lie
  /** Whether a true answer may come within the eight seconds, so that no age is displayed. */
  mayAnswer?: true
  /** Whether the phone cannot know who is logged in, so that screens of a person ask for a login. */
  forgets?: true
  /** The error of the phone's clock, in days. */
  days?: number
  /** Breaks what stores data, in each page from its start. */
  breakStores?: () => void
}

const api = /^\/api\//

const troubles: readonly Trouble[] = [
  { name: 'a network that swallows everything', lie: ['silence'] },
  { name: 'JSON without data', lie: ['null', api] },
  { name: 'HTML that is labelled as JSON', lie: ['mislabelled', api] },
  { name: 'scripts without content', lie: ['empty', /\.js$/], mayAnswer: true },
  { name: 'a very slow network', lie: ['trickle'], mayAnswer: true },
  { name: 'no network, and a clock two days fast', lie: ['gone'], days: 2 },
  { name: 'no network, and a clock two days slow', lie: ['gone'], days: -2 },
  { name: 'stores that are refused', breakStores: refuseStores, forgets: true },
  { name: 'stores that are full', breakStores: fillStores },
]

/** A sentence with the age of data, or that there is none on this phone. */
const age =
  /Saved on this phone, as of .+ \((just now|\d+ minutes? ago)\)|Saved on this phone\. We cannot say when|You are offline\.|The network is very slow here/

/** Without a network, a clock that was set two days ahead looks like two days that passed. */
const ageOfFastClock = /Saved on this phone, as of .+ \(2 days ago\)|You are offline\./

/** The headings of screens that do not know whose they are. */
const titlesOfStrangers = ['Log in', 'Your parcel']

/** What nobody may see: a failed screen, or a false answer. */
const broken = /This screen stopped|Not on this phone yet|Free WiFi|undefined|NaN/

test('24 screens of travellers say something true in every trouble, once they were visited @long', async ({
  phone,
  faults,
}) => {
  test.setTimeout(1_800_000)
  const { page, context, network } = phone
  const screens = new Map<string, { title: string; hasData: boolean }>()
  const stored = await makeStoredScreens(page)
  const atRest = watchIdle(page)
  for (const path of [...stored.map(([, at]) => at), ...otherScreens]) {
    await page.goto(path)
    await expect(heading(page).first(), path).toBeVisible()
    await atRest()
    const title = await heading(page).first().innerText()
    screens.set(path, { title, hasData: stored.some(([, at]) => at === path) })
  }
  expect(screens.size).toBe(24)
  await waitUntilComplete(page)
  for (const trouble of troubles)
    await test.step(trouble.name, async () => {
      const tab = await openIn(trouble, phone)
      const found: string[] = []
      for (const [path, screen] of screens)
        for (const complaint of await visit(tab, { path, ...screen }, trouble))
          found.push(`${path}: ${complaint}`)
      await tab.close()
      network.lie(undefined)
      expect.soft(found, trouble.name).toEqual([])
    })
  expect(context.pages()).toHaveLength(1)
  allowFaults(faults, /net::ERR_|Failed to (fetch|load)|MIME|dynamically imported/)
})

/** Opens a tab in which the trouble has begun, with a clock that the test advances. */
async function openIn(
  { lie, days = 0, breakStores }: Trouble,
  { context, network }: { context: BrowserContext; network: NetworkProxy },
): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/online.txt')
  if (breakStores) await tab.addInitScript(breakStores)
  await tab.clock.install()
  if (days !== 0) await setPhoneClock(tab, Date.now() + days * 86_400_000)
  if (lie) network.lie(...lie)
  return tab
}

/** Opens a screen and lets eight seconds pass; returns what is wrong with it. */
async function visit(
  tab: Page,
  { path, title, hasData }: { path: string; title: string; hasData: boolean },
  { lie, mayAnswer, forgets, days = 0 }: Trouble,
): Promise<string[]> {
  const wrong: string[] = []
  const errors: string[] = []
  const note = (error: Error) => errors.push(`an error: ${error.message}`)
  tab.on('pageerror', note)
  await tab.goto(path, { waitUntil: 'commit' })
  const said = tab
    .locator('main')
    .getByText(days > 0 ? ageOfFastClock : age)
    .first()
  const seen = tab.locator('h1').first()
  await seen.waitFor({ timeout: 15_000 }).catch(() => wrong.push('it is blank'))
  // The printed page has its heading before the app runs. The clock must not run ahead of the script.
  await tab
    .waitForFunction(isStarted, undefined, { timeout: 30_000 })
    .catch(() => wrong.push('its script does not start'))
  let waited = 0
  const isDone = async () => {
    const needsAge = hasData && lie !== undefined && mayAnswer !== true
    const isSaid = !needsAge || (await said.isVisible())
    if (isSaid && (await tab.locator('[aria-busy="true"]:visible').count()) === 0) return true
    await tab.clock.runFor(1000)
    waited += 1
    return waited > 9
  }
  await expect.poll(isDone, { intervals: [50], timeout: 60_000 }).toBe(true)
  const text = await tab.locator('body').innerText()
  const now = (await seen.innerText().catch(() => '')).trim()
  const expected = [title, ...(forgets === true ? titlesOfStrangers : [])]
  if (!expected.includes(now)) wrong.push(`its heading is "${now}", not "${title}"`)
  if (waited > 9) wrong.push('after 8 s it neither says its age nor stops waiting')
  const bad = broken.exec(text)?.[0]
  if (bad !== undefined) wrong.push(`it says "${bad}"`)
  if ((await tab.locator('[role="progressbar"]:visible').count()) > 0) wrong.push('a spinner')
  tab.off('pageerror', note)
  return [...wrong, ...errors]
}

/** Runs in the page: whether React has taken the page over. */
function isStarted(): boolean {
  const root = document.querySelector('#root') ?? {}
  return Object.keys(root).some((key) => key.startsWith('__reactContainer$'))
}

/** Runs in the page: every store throws, as in some private windows. */
function refuseStores(): void {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse })
  IDBFactory.prototype.open = refuse
}

/** Runs in the page: nothing more can be stored. */
function fillStores(): void {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  Storage.prototype.setItem = refuse
  Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse })
  Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
}
