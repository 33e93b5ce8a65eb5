import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { supportBusiness } from '#contract/support/rules'
import { type NetworkProxy, startNetworkProxy, cutNetwork } from '#tests/e2e/fixtures/network-proxy'
import { type SeededRandom, makeSeededRandom } from '#tests/load/run/seeded-random'
import { networkStates, worsenNetwork } from './networks.ts'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'
import { readStoredRows } from '#tests/support/browser/stored-rows'

const kills = ['tab', 'both tabs', 'browser', 'reload'] as const

export interface OutboxKillReport {
  runs: number
  /** Messages that were typed. */
  written: number
  /** Messages displayed as accepted before the kill: the server must have each of them exactly once. */
  taken_over: number
  /** Messages that the server has in the end. */
  sent: number
  /** Messages not displayed as accepted, and back in the form after the restart. */
  in_the_form: number
  /**
   * Messages not displayed as accepted, and typed within the last half second before the kill. Their draft may not be
   * saved yet.
   */
  cut_off: number
  lost: number
  doubled: number
  /** How often each kind of kill and of network occurred. */
  ends: Record<(typeof kills)[number], number>
  networks: Record<(typeof networkStates)[number], number>
  /** The bodies of the messages that were lost or sent twice. */
  which: string[]
}

interface Options {
  origin: string
  seed: number
  runs: number
  /** The code of the operator to which the second tab writes. */
  operator: string
  /** Reads the body of every message from the server's database. */
  bodies: () => Promise<string[]>
  onNews?: (sentence: string) => void
}

/**
 * How many runs use the same phone. After them, another person writes on a new phone, since one person may write only
 * 100 messages an hour.
 */
const maxRunsPerPerson = 40

/**
 * Writes in two tabs at the same time, and kills a tab or the whole browser in the middle of sending, while answers are
 * lost or the network is cut. Afterwards the phone is restarted and may send the rest.
 */
export async function killWhileSending(options: Options): Promise<OutboxKillReport> {
  const { seed, runs, bodies, onNews = () => {} } = options
  const dice = makeSeededRandom(seed)
  const aFolder = () => mkdtemp(join(tmpdir(), 'waka-kills-'))
  const remove = (one: string) => rm(one, { recursive: true, force: true, maxRetries: 5 })
  let folder = await aFolder()
  const report: OutboxKillReport = {
    runs,
    written: 0,
    taken_over: 0,
    sent: 0,
    in_the_form: 0,
    cut_off: 0,
    lost: 0,
    doubled: 0,
    ends: { tab: 0, 'both tabs': 0, browser: 0, reload: 0 },
    networks: { fine: 0, 'answer lost': 0, slow: 0, cut: 0 },
    which: [],
  }
  const taken = new Set<string>()
  const formed = new Set<string>()
  const texts: string[] = []
  const network = await startNetworkProxy()
  let phone = await aPhone(options, folder, network)
  try {
    for (let run = 0; run < runs; run += 1) {
      if (run > 0 && run % maxRunsPerPerson === 0) {
        await phone.context.close()
        await remove(folder)
        folder = await aFolder()
        phone = await aPhone(options, folder, network)
      }
      const words = ['first', 'second'].map((tab) => `${seed} ${run}, from the ${tab} tab`)
      texts.push(...words)
      const state = dice.pick(networkStates)
      const end = dice.pick(kills)
      report.networks[state] += 1
      report.ends[end] += 1
      await worsenNetwork(phone, state)
      let isOver = false
      const sending = phone.tabs.map(async (tab, at) => {
        const isTaken = await write(tab, words[at] ?? '')
        if (isTaken && !isOver) taken.add(words[at] ?? '')
      })
      await Promise.race([Promise.all(sending), sleep(dice.number(100, 1500))])
      isOver = true
      await kill(phone, end, dice)
      await Promise.all(sending)
      phone = await aPhone(options, folder, network, phone, end === 'browser')
      for (const [at, tab] of phone.tabs.entries())
        if (await leftInForm(tab, words[at] ?? '')) formed.add(words[at] ?? '')
      if ((run + 1) % 20 === 0) onNews(`${run + 1} of ${runs} kills while sending`)
    }
  } finally {
    await phone.context.close().catch(() => undefined)
    await network.close()
    await remove(folder)
  }

  const counts = Map.groupBy(await bodies(), (body) => body)
  for (const text of texts) {
    const count = counts.get(text)?.length ?? 0
    const isLost = count === 0 && taken.has(text)
    report.written += 1
    if (taken.has(text)) report.taken_over += 1
    if (count > 0) report.sent += 1
    else if (isLost) report.lost += 1
    else if (formed.has(text)) report.in_the_form += 1
    else report.cut_off += 1
    if (count > 1) report.doubled += 1
    if (count > 1 || isLost) report.which.push(text)
  }
  return report
}

interface Phone {
  context: BrowserContext
  network: NetworkProxy
  tabs: Page[]
  conversations: string[]
}

/** Opens the phone with its two tabs and an empty outbox; after a kill, reopens what is left. */
async function aPhone(
  options: Options,
  folder: string,
  network: NetworkProxy,
  before?: Phone,
  isDead = false,
): Promise<Phone> {
  const { origin } = options
  const isNew = before === undefined || isDead
  if (isDead) await inTime(before?.context.close())
  if (isNew) network.lie(undefined)
  const context = isNew ? await launch(folder, network) : before.context
  if (!isNew && !(await inTime(cleared(before)))) {
    await crashBrowser(context)
    return aPhone(options, folder, network, before, true)
  }
  const conversations = before?.conversations ?? (await joined(context, options))
  const tabs: Page[] = []
  for (const id of conversations) {
    const tab = await context.newPage()
    await tab.goto(`${origin}/support?conversation_id=${id}`)
    await tab.getByLabel('Your message').waitFor()
    tabs.push(tab)
  }
  if (tabs[0] !== undefined) await untilNothingWaits(tabs[0])
  return { context, network, tabs, conversations }
}

async function launch(folder: string, { proxy }: NetworkProxy): Promise<BrowserContext> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium stands here.')
  return chromium.launchPersistentContext(folder, {
    executablePath,
    proxy,
    args: launchFlags,
    viewport: { width: 360, height: 640 },
    serviceWorkers: 'allow',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
}

/** Removes crashed tabs and network faults from a browser that still runs. */
async function cleared({ context, network, tabs }: Phone): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.close().catch(() => undefined)))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await cutNetwork(context, network, false)
}

/**
 * Returns whether `work` ends within ten seconds: a crashed tab never answers, and sometimes blocks requests to the
 * whole browser.
 */
async function inTime(work: Promise<void> | undefined): Promise<boolean> {
  const done = Promise.resolve(work).then(
    () => true,
    () => true,
  )
  return Promise.race([done, sleep(10_000, false)])
}

/** Signs a new person up on this phone and opens a conversation with us and one with an operator. */
async function joined(
  context: BrowserContext,
  { origin, seed, operator }: Options,
): Promise<string[]> {
  const api = `${origin}/api/v1/waka`
  const post = async <T>(path: string, data: object, headers = {}): Promise<T> => {
    const answer = await context.request.post(api + path, {
      data,
      headers: { 'Idempotency-Key': crypto.randomUUID(), Origin: origin, ...headers },
    })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  const { token, user } = await post<{ token: string; user: { id: string } }>('/auth/signup', {
    full_name: 'Ngozi Eze',
    email: `ngozi.${seed}.${Date.now()}@people.example`,
    password: 'okada at the third gate',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/online.txt`)
  await page.evaluate(
    ([bearer, owner]) => {
      localStorage.setItem('token', bearer)
      localStorage.setItem('user', JSON.stringify(owner))
      localStorage.setItem('owner', owner.id)
      document.cookie = `jwt=${bearer}; path=/; max-age=1800; samesite=strict`
    },
    [token, user] as const,
  )
  const headers = { Authorization: `Bearer ${token}` }
  const start = (business_id: string) =>
    post<{ id: string }>('/conversations', { business_id }, headers)
  return [(await start(supportBusiness)).id, (await start(operator)).id]
}

/** Waits until every item of every outbox on this phone is sent. */
async function untilNothingWaits(tab: Page): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await sleep(100)) {
    const items = await tab.evaluate(readStoredRows, 'outbox-')
    if (items.every(({ value }) => (value as { state: string }).state === 'sent')) return
  }
  throw new Error('Something still waits to be sent after 90 seconds with a network.')
}

/** Types and sends a message; returns true once it is among the messages, false if the kill came first. */
async function write(tab: Page, words: string): Promise<boolean> {
  // A tab that reloads during the click has an empty form, whose button is disabled.
  const within = { timeout: 10_000 }
  try {
    await tab.getByLabel('Your message').fill(words, within)
    await tab.getByRole('button', { name: 'Send', exact: true }).click(within)
    const messages = tab.getByRole('log', { name: 'Messages' })
    await messages.getByText(words, { exact: true }).waitFor(within)
    return true
  } catch {
    return false
  }
}

async function kill(phone: Phone, end: (typeof kills)[number], dice: SeededRandom): Promise<void> {
  const crash = async (tab: Page | undefined) => {
    if (tab === undefined) return
    const session = await phone.context.newCDPSession(tab).catch(() => undefined)
    const crashed = tab.waitForEvent('crash', { timeout: 10_000 }).catch(() => undefined)
    void session?.send('Page.crash').catch(() => undefined)
    await crashed
  }
  if (end === 'tab') await crash(dice.pick(phone.tabs))
  if (end === 'both tabs') await Promise.all(phone.tabs.map(crash))
  if (end === 'reload')
    await Promise.all(phone.tabs.map((tab) => tab.reload().catch(() => undefined)))
  if (end === 'browser') await crashBrowser(phone.context)
}

async function crashBrowser(context: BrowserContext): Promise<void> {
  const gone = new Promise((resolve) => context.once('close', resolve))
  const browser = await context.browser()?.newBrowserCDPSession()
  void browser?.send('Browser.crash').catch(() => undefined)
  await Promise.race([gone, sleep(10_000)])
}

/** Returns whether the typed text is in the form after a restart of the phone, and removes the text from the form. */
async function leftInForm(tab: Page, words: string): Promise<boolean> {
  const drafts = JSON.stringify(await tab.evaluate(readStoredRows, 'drafts-'))
  const left = await tab.evaluate(() => localStorage.getItem('left-drafts') ?? '')
  if (!(drafts + left).includes(words)) return false
  const box = tab.getByLabel('Your message')
  await tab.waitForFunction(
    ([field, text]) => field instanceof HTMLTextAreaElement && field.value.includes(text),
    [await box.elementHandle(), words] as const,
  )
  await box.fill('')
  return true
}
