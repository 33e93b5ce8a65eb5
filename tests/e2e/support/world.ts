import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { type BadNetwork, badNetwork, cutNetwork } from './bad-network.ts'
import { notePolicy } from './policy-count.ts'
import { clearStorage, waitUntilWhole } from './storage.ts'

export { expect } from '@playwright/test'

export interface PhoneOptions {
  colorScheme?: 'light' | 'dark'
  javaScriptEnabled?: boolean
}

/** A phone with a browser on it: what the browser keeps survives its being closed. */
export interface Phone {
  /** The page in front; another one after `reopen`. */
  page: Page
  context: BrowserContext
  /** What lies between it and our server. */
  network: BadNetwork
  /** Takes the network away or gives it back. */
  cut: (isCut: boolean) => Promise<void>
  /** Closes the browser and opens it again, without a network when `cut`. */
  reopen: (options?: { cut?: boolean }) => Promise<Page>
}

/** Beside these stands Playwright's own `page`: a visit in a browser that other tests share. */
interface World {
  /** The phones of a test installed the app on an earlier day: for what is not about the first visit. */
  installed: boolean
  /** Another phone in this test. */
  aPhone: (options?: PhoneOptions) => Promise<Phone>
  /** What a test about the worker, the network or what a phone keeps needs; each costs a browser. */
  phone: Phone
  /** What went wrong unseen: console errors, policy violations, answers of 5xx. Fails the test. */
  faults: string[]
}

/** What holds for all tests of a worker. */
interface Worker {
  /** The folder of a browser that has installed the app, and keeps nothing else. */
  installedFolder: string
}

export const test = base.extend<World, Worker>({
  installed: [false, { option: true }],

  installedFolder: [
    async ({ playwright, launchOptions }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'waka-installed-'))
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL: process.env['E2E_URL'] ?? '',
        serviceWorkers: 'allow',
      })
      const page = context.pages()[0] ?? (await context.newPage())
      await page.goto('/')
      await waitUntilWhole(page)
      await page.goto('/online.txt')
      for (const kind of ['local_storage', 'indexeddb', 'cookies'] as const)
        await clearStorage(page, kind)
      await context.close()
      await use(folder)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker' },
  ],

  baseURL: async ({}, use) => use(process.env['E2E_URL']),

  // Of a page alone: a test sees every request and may answer it itself, and no app is installed for it.
  serviceWorkers: 'block',

  faults: async ({}, use) => {
    const faults: string[] = []
    await use(faults)
    base.expect(faults, 'nothing goes wrong unseen').toEqual([])
  },

  context: async ({ context, faults }, use) => {
    await watch(context, faults, () => false)
    await use(context)
  },

  aPhone: async (
    {
      playwright,
      launchOptions,
      baseURL,
      viewport,
      hasTouch,
      locale,
      timezoneId,
      faults,
      installed,
      installedFolder,
    },
    use,
  ) => {
    const folders: string[] = []
    const phones: Phone[] = []
    const networks: BadNetwork[] = []
    await use(async (options = {}) => {
      const network = await badNetwork()
      networks.push(network)
      const folder = await mkdtemp(join(tmpdir(), 'waka-phone-'))
      folders.push(folder)
      if (installed) await cp(installedFolder, folder, { recursive: true })
      const open = async (cut: boolean) => {
        const context = await playwright.chromium.launchPersistentContext(folder, {
          ...launchOptions,
          proxy: network.proxy,
          serviceWorkers: 'allow',
          viewport,
          hasTouch,
          ...(baseURL && { baseURL }),
          ...(locale && { locale }),
          ...(timezoneId && { timezoneId }),
          ...options,
        })
        await cutNetwork(context, network, cut)
        return context
      }
      const phone = await phoneOf(open, network, faults)
      phones.push(phone)
      return phone
    })
    for (const phone of phones) await phone.context.close()
    for (const network of networks) await network.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  phone: async ({ aPhone }, use) => use(await aPhone()),
})

async function phoneOf(
  open: (cut: boolean) => Promise<BrowserContext>,
  network: BadNetwork,
  faults: string[],
): Promise<Phone> {
  let isCut = false
  const start = async (cut: boolean) => {
    isCut = cut
    const context = await open(cut)
    await watch(context, faults, () => isCut)
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  const phone: Phone = {
    ...(await start(false)),
    network,
    cut: async (next) => {
      isCut = isCut || next
      await cutNetwork(phone.context, network, next)
      isCut = next
    },
    reopen: async ({ cut = false } = {}) => {
      await phone.context.close()
      Object.assign(phone, await start(cut))
      return phone.page
    },
  }
  return phone
}

/** A refusal (4xx) is part of life and shows as an error of the console, too; it is no fault. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/
/** Chromium's words for a violation. The event of it is lost when the page goes away at once; these are not. */
const policy = /Content Security Policy directive|requires 'Trusted\w+' assignment/
const silence = /net::ERR_|Failed to fetch|service worker|ServiceWorker/

/** Notes in `faults` what goes wrong unseen on a phone, from now on. */
export async function watch(
  context: BrowserContext,
  faults: string[],
  isCut: () => boolean,
): Promise<void> {
  context.on('console', (message) => {
    const text = message.text()
    const isViolation = policy.test(text)
    if (isViolation) notePolicy('violation')
    else if (message.type() !== 'error' || refusal.test(text) || (isCut() && silence.test(text)))
      return
    faults.push(`console: ${text}`)
  })
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('response', (response) => {
    if (response.request().resourceType() === 'document') notePolicy('document')
    if (response.status() >= 500) faults.push(`${response.status()} from ${response.url()}`)
  })
}
