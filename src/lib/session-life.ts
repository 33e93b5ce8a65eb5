/*
 * The life of a login on this phone: followed from tab to tab, ended by the server's word or by a logout.
 * None of it is needed for the first paint.
 */
import { fetchProfile } from '#contract/profile/endpoints'
import { call, CallError } from '#lib/api'
import { hangUp } from '#lib/api/call'
import { area, type CookieSpot, forget, forgetUntil, read, storageKeys, write } from '#lib/device'
import { forgetCookie } from '#lib/device-cookies'
import { clearStores, closeStores, guest, ownerHere } from '#lib/device-store'
import { draftNames, forgetDrafts } from '#lib/drafts'
import { listOutbox, type OutboxItem } from '#lib/outbox-store'
import { loadDocument } from '#lib/browser'
import { forgetChoices, noteUser, noUser, personHere, storedUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'

/**
 * Looks after the login while the app is open: ends what an earlier logout could not, asks the server
 * who is logged in, and follows other tabs, from what `personHere` said when this one was opened.
 */
export async function watchSession(
  queries: QueryClient,
  opened: ReturnType<typeof personHere> = personHere(),
): Promise<void> {
  follow(queries, opened)
  onlineManager.subscribe((online) => {
    if (online) void sendLogOut()
  })
  const left = read('leaving')
  if (left !== undefined && left !== storedUser()?.id) await endWipe(left)
  await sendLogOut()
  const told = read('told')?.owner
  if (told !== undefined && told !== guest && told !== ownerHere()) await silencePhone()
  await checkProfile()
}

/** An answered refusal means nobody is logged in here; silence leaves everything as it is. */
async function checkProfile(): Promise<void> {
  if (read('token') === undefined && storedUser() === undefined) return
  try {
    noteUser(await call(fetchProfile, {}))
  } catch (error) {
    if (error instanceof CallError && !error.is_offline && !isTabClosed()) write('user', noUser)
  }
}

/**
 * Another tab logged out, or in: this one must not show or keep what is no longer its person's. A tab
 * that slept through it, or is shown again by the back button, sees it when it wakes.
 */
function follow(queries: QueryClient, opened: ReturnType<typeof personHere>): void {
  let { owner, user } = opened
  const look = () => {
    if (isTabClosed()) return
    const [wasOwner, wasUser] = [owner, user]
    owner = read('owner')
    user = storedUser()?.id
    if (wasOwner !== undefined && owner !== wasOwner) void leave(queries, wasOwner)
    else if (user !== wasUser) void queries.invalidateQueries()
  }
  look()
  addEventListener('storage', look)
  addEventListener('pageshow', look)
}

/** Also deletes what this tab stored after the other tab had wiped; another user's login does not. */
async function leave(queries: QueryClient, owner: string): Promise<void> {
  await closeTab(queries)
  forgetChoices()
  if (read('owner') === undefined) await clearStores(owner)
  loadDocument('/', true)
}

/** An address that is in one of these is nobody's loss. */
const loginForms = new Set(['login', 'signup', 'forgotten-password'])

const isUnsent = ({ state }: OutboxItem) => state !== 'sent'

/** Unsent work a logout would delete: half-filled forms and outbox items. */
export async function countUnsent(): Promise<{ drafts: number; outbox: number }> {
  const waiting = listOutbox()
  const drafts = (await draftNames()).filter((name) => !loginForms.has(name))
  return { drafts: drafts.length, outbox: (await waiting).filter(isUnsent).length }
}

/**
 * Logs out: takes everything personal off this phone, ends the login on the server and starts again at
 * home. Without a network the server hears of it later; the phone is clean at once. Never rejects.
 */
export async function logOut(queries: QueryClient): Promise<void> {
  const hadLogin = read('token') !== undefined || storedUser() !== undefined
  await wipePhone(queries)
  if (hadLogin) {
    write('logout_to_send', true)
    await Promise.race([sendLogOut(), new Promise((resolve) => setTimeout(resolve, 3000))])
  }
  loadDocument('/', true)
}

/**
 * Takes everything personal off this phone, in an order in which nothing comes back: first whatever is
 * on its way is cut off and writing ends, then the login goes, then what was kept. A wipe that is cut
 * off itself is done again at the next start.
 */
async function wipePhone(queries: QueryClient): Promise<void> {
  const owner = ownerHere()
  write('leaving', owner)
  await closeTab(queries)
  forgetPerson()
  write('user', noUser)
  await endWipe(owner)
  // The next document starts as after a wipe that was cut off.
  write('leaving', guest)
}

/**
 * Empties every key of a person's, and whatever lies here that nobody has declared: only what is said to stay
 * stays.
 */
function forgetPerson(): void {
  forgetUntil('logout', 'other_login', 'new_start')
  for (const [spot, key] of storageKeys())
    if (key.in === 'cookie' && key.of === 'person') forgetCookie(spot as CookieSpot)
  for (const place of ['local', 'session'] as const) {
    const stays = [...storageKeys().values()].filter(
      (key) => key.in === place && key.of !== 'person',
    )
    const names = new Set(stays.map(({ name }) => name))
    try {
      for (const name of Object.keys(area(place)))
        if (!names.has(name)) area(place).removeItem(name)
    } catch {
      // Storage is switched off: there is nothing.
    }
  }
}

/** Empties the stores of a person who has left, and of the guest they were before; no news of theirs come any more. */
export async function endWipe(owner: string): Promise<void> {
  await Promise.all([clearStores(owner), clearStores(guest), silencePhone()])
  forget('leaving')
}

/** How long a push service may take to forget this phone, ms. It hears of it later, too. */
const partingPatience = 3000

/**
 * Ends the news of somebody's trips on this phone and takes those away that are shown. Our server
 * learns from the push service that the phone is gone. Never rejects.
 */
export async function silencePhone(): Promise<void> {
  forget('told')
  const end = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration === undefined) return
    for (const shown of await registration.getNotifications()) shown.close()
    await (await registration.pushManager?.getSubscription())?.unsubscribe()
  }
  await Promise.race([
    end().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, partingPatience)),
  ])
}

let isClosed = false

/** Whether a logout has closed this tab already. */
export const isTabClosed = () => isClosed

/** From now on this tab asks, shows and writes nothing: whose it was has left. */
export async function closeTab(queries: QueryClient): Promise<void> {
  isClosed = true
  hangUp()
  await queries.cancelQueries()
  closeStores()
  forgetDrafts()
  queries.clear()
}

/** Reports a pending logout to the server, if any. Never rejects. */
export async function sendLogOut(): Promise<void> {
  if (read('logout_to_send') !== true) return
  // Who logged in since then ended the old login with it, and holds a cookie of their own.
  if (storedUser() === undefined) {
    const heard = await tellLogOut().catch(() => undefined)
    if (heard === undefined) return
  }
  forget('logout_to_send')
}

/** Loaded on demand: most visitors never log out. */
async function tellLogOut(): Promise<unknown> {
  const { logOut: there } = await import('#contract/accounts/endpoints')
  return call(there, {})
}
