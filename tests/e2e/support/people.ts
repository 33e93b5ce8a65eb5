import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import { expect } from './world.ts'

/** What everybody who joins in these tests logs in with. */
export const password = 'garri ginger and rain'

/** A person with an account of their own. Their name and addresses stand nowhere else in this run. */
export interface Member {
  full_name: string
  email: string
  /** As people write it, and in E.164. */
  phone: string
  e164: string
}

/** Somebody who has not joined yet. */
export function aMember(): Member {
  const id = randomUUID()
  const digits = String(Number.parseInt(id.slice(0, 8), 16) % 10_000_000).padStart(7, '0')
  return {
    full_name: `Ifeoma ${aWord(id)}`,
    email: `ifeoma.${id.slice(0, 8)}@people.example`,
    phone: `0703 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    e164: `+234703${digits}`,
  }
}

/** A word of letters only that nothing else in this run has: digits in a row would be held back as a phone number. */
export const aWord = (id: string = randomUUID()) =>
  `Z${Array.from(id.slice(24), (digit) => 'aeioubdglmnrstwy'[Number.parseInt(digit, 16)]).join('')}`

/** Joins by the call alone; the refresh cookie stands in the context. Nothing is on the phone's storage. */
export async function join(
  { request }: Pick<BrowserContext, 'request'>,
  member = aMember(),
): Promise<{ member: Member; session: Session }> {
  const { full_name, email, e164 } = member
  const data = { full_name, email, phone: e164, password }
  const answer = await request.post('/api/v1/waka/auth/signup', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return { member, session: ((await answer.json()) as { data: Session }).data }
}

/** Puts a login on a phone as the app itself would, before any screen of it was opened. */
export async function keepLogin(page: Page, { token, user }: Session): Promise<void> {
  await page.goto('/online.txt')
  await page.evaluate(
    ([word, id, person]) => {
      localStorage.setItem('token', word)
      localStorage.setItem('owner', id)
      localStorage.setItem('user', person)
      document.cookie = `jwt=${word}; path=/; max-age=1800; samesite=strict`
    },
    [token, user.id, JSON.stringify(user)] as const,
  )
}

/** New traveller is logged in on this phone; the screen shows no page of the app yet. */
export async function logInHere(page: Page): Promise<{ member: Member; session: Session }> {
  const joined = await join(page.context())
  await keepLogin(page, joined.session)
  return joined
}

/** Fills the form of the login page and sends it. */
export async function typeLogIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The server's answer to a login reaches the page as `change` makes it. Needs a page without a service worker. */
export async function changeLogIn(
  page: Page,
  change: (session: Session) => unknown,
): Promise<void> {
  await page.route('**/api/v1/waka/auth/login', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Session }
    await route.fulfill({ response, json: { data: change(data) } })
  })
}
