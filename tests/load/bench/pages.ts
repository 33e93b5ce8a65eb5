import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { loadavg } from 'node:os'
import type { Db } from '#server/db/client'
import { type AuditedPage, listPublicPages } from './public-pages.ts'
import { benchTyping } from './typing.ts'
import type { Measurement } from './report.ts'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'

/** What a page cost according to Lighthouse. Values are in ms, except `score` (0 to 100) and `cls`. */
interface Cost {
  score: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** The speed of the processor during the audit, by Lighthouse's own measure. */
  power: number
}

const port = 4298
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/**
 * Runs Lighthouse as a phone on every public page, `runs` times each; alternates with the start page of the bare stack,
 * so that both have the same load on the machine. Also measures the start page on a very slow network. `only` lists
 * what to measure: paths of pages, and `slow` and `typing`.
 */
export async function benchPages(
  db: Db,
  { ours, bare, runs, only }: { ours: string; bare: string; runs: number; only: readonly string[] },
): Promise<Measurement[]> {
  const executablePath = findChromium()
  if (executablePath === undefined) return [['Lighthouse', '', 'no Chromium']]
  // Lighthouse opens its pages in the browser's default profile, so the data of the phone must be stored there.
  const browser = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...launchFlags, `--remote-debugging-port=${port}`],
  })
  const before = load()
  const costs = { ours: [] as Cost[], bare: [] as Cost[] }
  try {
    const lines: Measurement[] = []
    for (const audited of await listPublicPages(db)) {
      if (only.length > 0 && !only.includes(audited.name)) continue
      const mine: Cost[] = []
      const others: Cost[] = []
      await seeThatItIsMeant(browser, ours, audited)
      for (let run = 0; run < runs; run += 1) {
        await emptyPhone(browser, ours, audited)
        mine.push(await costOf(ours + audited.path, audited.owns !== undefined))
        others.push(await costOf(`${bare}/`))
      }
      lines.push(...compared(audited.name, mine, others))
      await emptyPhone(browser, ours, audited)
      lines.push(await otherScores(ours + audited.path))
      costs.ours.push(...mine)
      costs.bare.push(...others)
    }
    if (only.length === 0 || only.includes('slow'))
      lines.push(...(await onASlowNetwork(ours)), ...(await searchFarAway(browser, ours)))
    if (only.length === 0 || only.includes('typing'))
      lines.push(...(await benchTyping(browser, ours)))
    const power = (of: Cost[]) => Math.round(median(of.map((cost) => cost.power)))
    return [
      ...lines,
      ['runs a page, in turn with the bare stack', '5', runs],
      ['load average before, after (1, 5, 15 min)', '', `${before} · ${load()}`],
      [
        "the processor's power by Lighthouse, bare stack's runs · ours",
        '',
        `${power(costs.bare)} · ${power(costs.ours)}`,
      ],
    ]
  } finally {
    await browser.close()
  }
}

const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const whole = (ms: number) => `${Math.round(ms)} ms`

/** Returns the medians of one page, each beside the median that the bare stack had in the same minutes. */
function compared(name: string, mine: readonly Cost[], bare: readonly Cost[]): Measurement[] {
  const of = (costs: readonly Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what]))
  const its = (what: keyof Cost) => of(bare, what)
  const our = (what: keyof Cost) => of(mine, what)
  return [
    [
      `${name}: performance`,
      `≥ ${Math.min(98, its('score') + 7)} (bare stack ${its('score')})`,
      our('score'),
    ],
    ['  first contentful paint', `(bare stack ${seconds(its('fcp'))})`, seconds(our('fcp'))],
    ['  largest contentful paint', `≤ ${seconds(its('lcp'))} (bare stack)`, seconds(our('lcp'))],
    [
      '  total blocking time',
      `≤ ${whole(its('tbt') / 2)} (bare stack ${whole(its('tbt'))})`,
      whole(our('tbt')),
    ],
    ['  layout shift', `(bare stack ${its('cls').toFixed(3)})`, our('cls').toFixed(3)],
  ]
}

/** The kinds of storage that Lighthouse clears before an audit. */
const cleared = [
  'file_systems',
  'shader_cache',
  'service_workers',
  'cache_storage',
  'indexeddb',
] as const

async function audit(address: string, flags: object, tries = 3): Promise<Result> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    clearStorageTypes: [...cleared],
    ...flags,
  })
  const wrong = result?.lhr.runtimeError?.message
  if (result !== undefined && wrong === undefined) return result.lhr
  // On a busy machine, Chromium sometimes reports nothing to Lighthouse.
  if (tries > 1) return audit(address, flags, tries - 1)
  throw new Error(`Lighthouse could not look at ${address}: ${wrong}`)
}

/** Audits a page. `keeps_proof`: local storage is not cleared, since it contains the proof of a booking. */
async function costOf(address: string, keeps_proof = false): Promise<Cost> {
  const lhr = await audit(address, {
    onlyCategories: ['performance'],
    ...(!keeps_proof && { clearStorageTypes: [...cleared, 'local_storage', 'cookies'] }),
  })
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  return {
    score: Math.round((lhr.categories['performance']?.score ?? Number.NaN) * 100),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    power: lhr.environment.benchmarkIndex,
  }
}

/** Returns the other scores of Lighthouse, and the audits that failed. */
async function otherScores(address: string): Promise<Measurement> {
  const rest = categories.slice(1)
  const { categories: judged, audits } = await audit(address, { onlyCategories: rest })
  const scores = rest.map((name) => Math.round((judged[name]?.score ?? 0) * 100))
  const wrong = Object.values(audits).filter(
    ({ scoreDisplayMode, score }) =>
      scoreDisplayMode === 'error' || (scoreDisplayMode === 'binary' && score === 0),
  )
  const not_met = wrong.length === 0 ? '' : ` (${wrong.map(({ id }) => id).join(', ')})`
  return [`  ${rest.join(' / ')}`, '100 / 100 / 100', scores.join(' / ') + not_met]
}

/**
 * Compares two ways to measure a slow network: Lighthouse's estimate from a fast load, and a load that is really slowed
 * down.
 */
async function onASlowNetwork(origin: string): Promise<Measurement[]> {
  const lines: Measurement[] = []
  for (const [throttlingMethod, how] of [
    ['simulate', 'reckoned'],
    ['devtools', 'slowed down'],
  ] as const) {
    const { audits } = await audit(origin, {
      onlyCategories: ['performance'],
      clearStorageTypes: [...cleared, 'local_storage', 'cookies'],
      throttlingMethod,
      throttling: slow,
    })
    const value = (id: string) => seconds(audits[id]?.numericValue ?? Number.NaN)
    lines.push(
      [`LCP at 400 kbps, 400 ms, 6× CPU, ${how}`, '≤ 1.9 s', value('largest-contentful-paint')],
      [`interactive there, ${how}`, '≤ 4.5 s', value('interactive')],
    )
  }
  return lines
}

/** Measures when a new visitor can search, on a network of 50 kB/s whose answers take two seconds. */
async function searchFarAway(browser: BrowserContext, origin: string): Promise<Measurement[]> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await page.goto(origin, { waitUntil: 'commit' })
  const since = async (selector: string) => {
    await page.locator(selector).waitFor({ timeout: 60_000 })
    return page.evaluate(() => performance.now())
  }
  const plain = await since('input[name="from"]')
  const suggesting = await since('input[name="from"][role="combobox"]')
  await page.close()
  return [
    ['search at 50 kB/s, 2 s latency: it can be filled in and sent', '≤ 5 s', seconds(plain)],
    ['  it suggests every place that is served', '', seconds(suggesting)],
  ]
}

const slow = {
  rttMs: 400,
  throughputKbps: 400,
  requestLatencyMs: 400,
  downloadThroughputKbps: 400,
  uploadThroughputKbps: 400,
  cpuSlowdownMultiplier: 6,
}

async function seeThatItIsMeant(browser: BrowserContext, origin: string, audited: AuditedPage) {
  await emptyPhone(browser, origin, audited)
  const page = await browser.newPage()
  await page.goto(origin + audited.path)
  const [role, name] = audited.shows
  await page.getByRole(role, { name }).first().waitFor()
  await page.close()
}

/** Clears the storage of a phone, except for its proof of a booking. */
async function emptyPhone(browser: BrowserContext, origin: string, { owns }: AuditedPage) {
  const page = await browser.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    (proofs) => {
      localStorage.clear()
      localStorage.setItem('guest-proofs', proofs)
    },
    JSON.stringify(owns === undefined ? {} : { [owns.reference]: { token: owns.token } }),
  )
  await page.close()
}
