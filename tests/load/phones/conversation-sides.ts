import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '#contract/accounts/endpoints'
import type { Session } from '#contract/accounts/model'
import { makeCallUrl } from '#contract/endpoint'
import { supportBusiness } from '#contract/support/rules'
import { startConversation } from '#contract/support/endpoints'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { decodeBase32, makeHotp, computeTotpStep } from '#server/platform/totp'
import { addToDesk, setUpSecondFactor } from '#server/rooms/members'
import type { NetworkProxy } from '#tests/e2e/fixtures/network-proxy'
import type { Side } from './conversation-checks.ts'
import { ensureChromium, launchFlags } from '#tests/support/browser/chromium'

const password = 'okada at the third gate'
const secret = 'WAKATALKWAKATALKWAKATALKWAKATALK'

/** What a screen has displayed so far. */
export interface SideLog {
  /** When each message first appeared, in ms. */
  shown: Map<string, number>
  /** The state of each own message that the screen displayed last, and when the screen first reported it as read. */
  state: Map<string, string>
  called_read: Map<string, number>
  /** Messages that were on the screen twice at the same moment. */
  twice: Set<string>
}

/** One end of a conversation: a separate browser on a separate network. */
export interface ConversationEnd {
  side: Side
  browser: Browser
  context: BrowserContext
  page: Page
  network: NetworkProxy
  watched: SideLog
}

/** Opens a browser with one page, and records every message that it displays. */
export async function aConversationEnd(
  side: Side,
  network: NetworkProxy,
): Promise<ConversationEnd> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    proxy: network.proxy,
    args: launchFlags,
  })
  const context = await browser.newContext({
    viewport: side === 'desk' ? { width: 1280, height: 800 } : { width: 360, height: 640 },
    serviceWorkers: 'allow',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
  const watched: SideLog = {
    shown: new Map(),
    state: new Map(),
    called_read: new Map(),
    twice: new Set(),
  }
  await context.exposeFunction('noteMessage', (tag: string, what: string, at: number) => {
    if (what === 'shown') watched.shown.set(tag, watched.shown.get(tag) ?? at)
    else if (what === 'twice') watched.twice.add(`${side}: ${tag}`)
    else watched.state.set(tag, what)
    if (what === 'Read') watched.called_read.set(tag, watched.called_read.get(tag) ?? at)
  })
  await context.addInitScript(watchMessages)
  return { side, browser, context, page: await context.newPage(), network, watched }
}

/** Reports every message on the page when it appears, changes its state, or is there twice. Runs in a page. */
function watchMessages(): void {
  const { noteMessage } = globalThis as unknown as {
    noteMessage: (tag: string, what: string, at: number) => void
  }
  const told = new Set<string>()
  const tell = (tag: string, what: string) => {
    if (told.has(tag + what)) return
    told.add(tag + what)
    noteMessage(tag, what, Date.now())
  }
  const look = () => {
    const here = new Set<string>()
    for (const { textContent } of document.querySelectorAll('[role="log"] li')) {
      const text = textContent ?? ''
      const tag = /\[([td]\d+-\d+)\]/.exec(text)?.[1]
      if (tag === undefined) continue
      if (here.has(tag)) tell(tag, 'twice')
      here.add(tag)
      tell(tag, 'shown')
      const state = / · (Sent|Delivered|Read)$/.exec(text)?.[1]
      if (state !== undefined) tell(tag, state)
    }
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

async function post<T>(address: string, token: string, body: object): Promise<T> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': makeId(),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const joined = (origin: string, full_name: string) =>
  post<Session>(origin + makeCallUrl(signUp, {}), '', {
    full_name,
    email: `${makeId()}@people.example`,
    password,
  })

/**
 * Opens a conversation with us as a new traveller, and assigns it to a member of our desk; returns its id and the
 * traveller's token.
 */
export async function openAsTraveller(
  { page }: ConversationEnd,
  { db, origin, home }: { db: Db; origin: string; home: string },
): Promise<{ id: string; token: string }> {
  const { token, user } = await joined(origin, 'Ngozi Bello')
  const asked = { business_id: supportBusiness }
  const { id } = await post<{ id: string }>(
    origin + makeCallUrl(startConversation, {}),
    token,
    asked,
  )
  // Assign the conversation: the demo's stand-in for our staff answers only unassigned ones, so it does not disturb
  // this one.
  await sql`
    update conversation set assigned_to = (
      select person_id from member where operator_id is null and ended_at is null limit 1)
    where id = ${id}`.execute(db)
  await page.goto(`${home}/online.txt`)
  await page.evaluate(
    ([bearer, owner]) => {
      localStorage.setItem('token', bearer)
      localStorage.setItem('user', JSON.stringify(owner))
      localStorage.setItem('owner', owner.id)
      document.cookie = `jwt=${bearer}; path=/; max-age=1800; samesite=strict`
    },
    [token, user] as const,
  )
  await page.goto(`${home}/support?conversation_id=${id}`)
  await page.getByLabel('Your message').waitFor()
  return { id, token }
}

/** Logs a member of our staff in at the desk, with their second factor. */
export async function logInAtDesk(
  { page }: ConversationEnd,
  { db, config, origin, home }: { db: Db; config: Config; origin: string; home: string },
): Promise<void> {
  const { user } = await joined(origin, 'Funke Adeyemi')
  const email = user.email ?? ''
  await sql`update person set email_verified_at = now() where id = ${user.id}`.execute(db)
  await addToDesk(db, { email, operator: null, role: 'admin' })
  await setUpSecondFactor(db, config, { email, secret })
  await page.goto(`${home}/desk`)
  await page.getByLabel('Email or phone').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const code = page.getByLabel('Code from your app, or a recovery code')
  await code.fill(makeHotp(decodeBase32(secret), computeTotpStep(Date.now() / 1000)))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
}

/** Types a message and presses Send until it is accepted; returns when the form is empty. */
export async function sendMessage({ side, page }: ConversationEnd, text: string): Promise<void> {
  const box = page.getByLabel(side === 'desk' ? 'Your answer' : 'Your message')
  await box.fill(text)
  const button = page.getByRole('button', { name: 'Send', exact: true })
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    // Press again if the button moved away during the click, or if an answer is still pending.
    await button.click({ timeout: 5000 }).catch(() => undefined)
    for (let look = 0; look < 20; look += 1) {
      if ((await box.inputValue()) === '') return
      await sleep(50)
    }
  }
  throw new Error(`${text} still stands in the form of the ${side} after two minutes.`)
}

/** Returns the tags of all messages on the screen in order, after loading older ones. */
export async function listMessageTags({ page }: ConversationEnd): Promise<string[]> {
  const earlier = page.getByRole('button', { name: /earlier messages?$/i })
  const messages = page.locator('[role="log"] li')
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if ((await earlier.count()) === 0) break
    const before = await messages.count()
    await earlier.click()
    while (Date.now() < deadline && (await messages.count()) === before) await sleep(50)
  }
  const texts = await messages.allTextContents()
  return texts.flatMap((text) => /\[([td]\d+-\d+)\]/.exec(text)?.[1] ?? [])
}
