import type { BrowserContext, Page } from '@playwright/test'
import {
  buildVersions,
  changedScreen,
  findChangedChunk,
  refetchFile,
  makeVersionTitle,
  type Releases,
  serveVersions,
  type VersionFolder,
} from './versions.ts'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { reloadUntilStreaming } from '#tests/e2e/fixtures/calls'
import {
  checkForUpdate,
  waitUntilControlled,
  installApp,
  waitForReload,
} from '#tests/e2e/fixtures/installation'
import { writeOrReadGuestVault } from '#tests/e2e/fixtures/storage'
import { signUpByCall } from '#tests/e2e/fixtures/people'
import { expect, test as base } from '#tests/e2e/fixtures/world'

let versions: VersionFolder
base.beforeAll(async () => {
  base.setTimeout(180_000)
  versions = await buildVersions(3)
})

const test = base.extend<{ releases: Releases }>({
  releases: async ({ phone }, use) => {
    const releases = await serveVersions(versions)
    await use(releases)
    // A page that still sends requests would report the server's end as a fault.
    await phone.context.close()
    await releases.close()
  },
})

const offered = 'A newer version is ready on this phone.'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function walkToChanged(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'About our Company' }).click()
}

async function seeVersion(page: Page, version: number): Promise<void> {
  await expect(heading(page)).toHaveText(makeVersionTitle(version))
}

async function walkToVersion(page: Page, version: number): Promise<void> {
  await walkToChanged(page)
  await seeVersion(page, version)
}

/** Releases a version, which then waits on the phone. */
async function offer(page: Page, releases: Releases, version: number): Promise<void> {
  await releases.release(version)
  expect(await checkForUpdate(page)).toBe(true)
}

const useItNow = (page: Page) =>
  waitForReload(page, () => page.getByRole('button', { name: 'Use it now' }).click())

test('two tabs: one takes the update, the half-filled form of the other stays until it is left', async ({
  phone,
  releases,
}) => {
  const { page, context } = phone
  await installApp(page, releases.url)
  const other = await context.newPage()
  await other.goto(releases.url)
  await other.getByRole('combobox', { name: 'From' }).fill('Ibad')
  await other.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await offer(page, releases, 2)
  await expect(page.getByText(offered)).toBeVisible()
  await expect(other.getByText(offered), 'nobody is asked while they type').toBeHidden()

  await useItNow(page)
  await walkToVersion(page, 2)
  await expect(other.getByText('The app was updated in another tab.')).toBeVisible()
  await expect(other.getByRole('combobox', { name: 'From' })).toHaveValue('Ibad')
  await walkToVersion(other, 2)
})

test('an update in the very first session is taken when the person says so', async ({
  phone,
  releases,
}) => {
  const { page } = phone
  await page.goto(releases.url)
  await waitUntilControlled(page)
  const old = await page.evaluate(findChangedChunk)
  expect(await page.evaluate(refetchFile, old)).toBe(true)
  await offer(page, releases, 2)
  expect(await page.evaluate(refetchFile, old), 'a version on its way out fetches no more').toBe(
    false,
  )
  await useItNow(page)
  await walkToVersion(page, 2)
})

test('an update is taken at once while a stream of events is open @long', async ({
  phone,
  releases,
}) => {
  const { page } = phone
  await installApp(page, releases.url)
  const { session } = await signUpByCall(page.context())
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', user)
    },
    [session.token, JSON.stringify(session.user)] as const,
  )
  await reloadUntilStreaming(page)
  await offer(page, releases, 2)
  await useItNow(page)
  await walkToVersion(page, 2)
})

test('an update is taken at once while the page goes on asking for things @long', async ({
  phone,
  releases,
}) => {
  const { page } = phone
  await installApp(page, releases.url)
  await offer(page, releases, 2)
  // Chromium restarts a stopping worker for a request, and then runs it for half a minute.
  await page.evaluate(() => setInterval(() => void fetch('/online.txt').catch(() => undefined), 5))
  await useItNow(page)
  await walkToVersion(page, 2)
})

test('an update is taken at once while the old version waits for a file that the network swallowed', async ({
  phone,
  releases,
  faults,
}) => {
  const { page, network } = phone
  network.lie('silence', /^\/assets\/wallet\.screen-/)
  await page.goto(releases.url)
  await expect.poll(() => network.lied(), 'the worker fetches the other screens').toBeGreaterThan(0)
  await offer(page, releases, 2)
  // The update must not wait for the worker's own timeout for a file, which is twice as long as `useItNow` waits.
  await useItNow(page)
  await walkToVersion(page, 2)
  network.lie(undefined)
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

test('a phone that slept through a version goes from the first to the third, also when the second waits', async ({
  phone,
  releases,
}) => {
  const { page } = phone
  await installApp(page, releases.url)
  await offer(page, releases, 2)
  await offer(page, releases, 3)
  await useItNow(page)
  await phone.cut(true)
  await walkToVersion(page, 3)
})

test('the app opens with the version that waited, without a network and without asking @long', async ({
  phone,
  releases,
}) => {
  await installApp(phone.page, releases.url)
  await offer(phone.page, releases, 2)

  const page = await phone.reopen({ cut: true })
  await page.goto(`${releases.url}${changedScreen}#for-whom-we-build`)
  await seeVersion(page, 2)
  expect(new URL(page.url()).hash).toBe('#for-whom-we-build')
  await expect(page.getByText(offered)).toBeHidden()
})

test('an update that breaks off anywhere leaves the old version whole, and goes on later', async ({
  phone,
  releases,
  faults,
}) => {
  const { page } = phone
  await installApp(page, releases.url)
  await releases.release(2)
  const needed = [/^\/sw\.js$/, /^\/$/, /^\/assets\//]
  for (const broken of needed)
    await test.step(`${broken}`, async () => {
      releases.breakOff((path) => broken.test(path))
      expect(await checkForUpdate(page)).toBe(false)
      await page.reload()
      await walkToVersion(page, 1)
      await page.goto(releases.url)
    })
  releases.breakOff(() => false)
  await expect.poll(() => checkForUpdate(page)).toBe(true)
  await phone.cut(true)
  await useItNow(page)
  await walkToVersion(page, 2)
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

test('a first install that breaks off leaves the page as it is, and goes on at the next opening @long', async ({
  phone,
  releases,
  faults,
}) => {
  const { page } = phone
  const needed = [/\/tickets-[\w-]+\.js$/, /\/tickets-[\w-]+\.css$/, /^\/$/]
  for (const [at, next] of needed.entries()) {
    releases.breakOff((path) => needed.slice(at).some((broken) => broken.test(path)))
    const before = releases.asked.length
    await page.goto(releases.url)
    const isAsked = () => releases.asked.slice(before).some((path) => next.test(path))
    await expect.poll(isAsked, { timeout: 20_000 }).toBe(true)
    await expect(page.getByRole('button', { name: 'Search buses' })).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  }
  releases.breakOff(() => false)
  const before = releases.asked.length
  await installApp(page, releases.url)
  const again = releases.asked.slice(before).filter((path) => /\/react-/.test(path))
  expect(again, 'what came before is not fetched again').toEqual([])
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

test('a screen of the old version that was never fetched opens after the update, in the new one @long', async ({
  phone,
  releases,
  faults,
}) => {
  const { page } = phone
  await small(phone.context)
  await page.goto(releases.url)
  await waitUntilControlled(page)
  const old = await page.evaluate(findChangedChunk)
  await releases.release(2)
  releases.breakOff((path) => path === old)
  await walkToChanged(page)
  await expect(heading(page)).toHaveText(makeVersionTitle(2), { timeout: 30_000 })
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

test('a tab of the old version finds its own screens on the phone after another took the new one', async ({
  phone,
  releases,
}) => {
  const { page, context } = phone
  await installApp(page, releases.url)
  const other = await context.newPage()
  await other.goto(releases.url)
  await other.getByRole('combobox', { name: 'From' }).fill('Ibad')
  await other.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  const old = await other.evaluate(findChangedChunk)
  await offer(page, releases, 2)
  await useItNow(page)
  await expect(other.getByText('The app was updated in another tab.')).toBeVisible()
  await phone.cut(true)
  expect(await other.evaluate(async (path) => (await fetch(path)).status, old)).toBe(200)

  const alone = await phone.reopen()
  await alone.goto(releases.url)
  await expect
    .poll(() => alone.evaluate(async (path) => (await caches.match(path)) === undefined, old))
    .toBe(true)
})

test('the kill switch takes the worker and its files off the phone, and no ticket', async ({
  phone,
  releases,
}) => {
  const { page } = phone
  await installApp(page, releases.url)
  await page.evaluate(writeOrReadGuestVault, true)
  await releases.kill(true)
  await waitForReload(page, () => checkForUpdate(page).catch(() => undefined))
  const left = async () => {
    await page.goto(releases.url)
    return page.evaluate(async () => [
      navigator.serviceWorker.controller,
      (await navigator.serviceWorker.getRegistrations()).length,
      await caches.keys(),
    ])
  }
  await expect.poll(left).toEqual([null, 0, []])
  await walkToVersion(page, 1)
  expect(await page.evaluate(writeOrReadGuestVault, false)).toEqual({ reference: 'KEPT' })

  await releases.kill(false)
  await installApp(page, releases.url)
})

/** Removes the console errors of answers that were broken off on purpose. */
/** Turns prefetching off. */
const small = (context: BrowserContext) =>
  context.addInitScript(() => localStorage.setItem('small-app', 'true'))
