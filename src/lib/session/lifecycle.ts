/*
 * Shares a login between the tabs of this phone, and ends it when the server or a logout does. Not needed for the first
 * paint.
 */
import { guestOwner } from '#contract/storage'
import { logOut as endLogin } from '#contract/accounts/endpoints'
import { fetchProfile } from '#contract/profile/endpoints'
import { hasShape } from '#contract/shape'
import { call, CallError } from '#lib/api'
import { abortCalls } from '#lib/api/call'
import {
  getStorageArea,
  type CookieName,
  removeItem,
  removeItemsExpiringAt,
  read,
  listStorageKeys,
  write,
} from '#lib/device'
import { removeCookie } from '#lib/device/cookies'
import { isTabStopped, stopTabForLogout } from '#lib/device/stopped-tab'
import { clearStores, openOwnerStore } from '#lib/device/owner-store'
import { getCurrentOwner } from '#lib/device/owner'
import { listDraftNames, discardDrafts, loginFormNames } from '#lib/drafts'
import { listOutbox, type OutboxItem } from '#lib/outbox/store'
import { listStoreDeclarations, type StoreDeclaration } from '#lib/room'
import { loadDocument } from '#lib/browser'
import { discardChoices, storeUser, noUser, getPersonIds, readStoredUser } from '#lib/session'
import { onlineManager, type QueryClient } from '@tanstack/react-query'

/**
 * Watches the login while the app is open: finishes an earlier logout, asks the server who is logged in, and follows
 * other tabs. `opened`: the phone's owner and the logged-in user when this tab was opened.
 */
export async function watchSession(
  queries: QueryClient,
  opened: ReturnType<typeof getPersonIds> = getPersonIds(),
): Promise<void> {
  watchOtherTabs(queries, { opened })
  onlineManager.subscribe((online) => {
    if (online) void sendLogOut()
  })
  // A logout of this tab has just begun, and deletes everything itself.
  if (isTabStopped()) return
  const left = read('leaving')
  if (left !== undefined && left !== readStoredUser()?.id) await deletePersonStores(left)
  await sendLogOut()
  const told = read('told')?.owner
  if (told !== undefined && told !== guestOwner && told !== getCurrentOwner())
    await endPushMessages()
  await checkProfile()
}

/**
 * Asks the server who is logged in. As the specification demands, any refusal or failure that the server answers means
 * that nobody is logged in. Without an answer, nothing changes.
 */
async function checkProfile(): Promise<void> {
  if (read('token') === undefined && readStoredUser() === undefined) return
  try {
    storeUser(await call(fetchProfile, {}))
  } catch (error) {
    if (error instanceof CallError && !error.is_offline && !isTabStopped()) write('user', noUser)
  }
}

/**
 * Reacts to a login or logout in another tab, even after this tab was frozen or restored by the back button: this tab
 * must not show or store another person's data. `opened`: who was logged in when the tab was opened; `start`: the page
 * to load when the account is left.
 */
export function watchOtherTabs(
  queries: QueryClient,
  {
    opened = getPersonIds(),
    start = '/',
  }: { opened?: ReturnType<typeof getPersonIds>; start?: string } = {},
): void {
  let { owner, user } = opened
  const look = () => {
    if (isTabStopped()) return
    const [wasOwner, wasUser] = [owner, user]
    owner = read('owner')
    user = readStoredUser()?.id
    if (wasOwner !== undefined && owner !== wasOwner) void leaveAccount(queries, wasOwner, start)
    else if (user !== wasUser) void queries.invalidateQueries()
  }
  look()
  addEventListener('storage', look)
  addEventListener('pageshow', look)
}

/**
 * Leaves the account in this tab. After a logout in another tab, deletes what this tab has stored since; after another
 * user's login, deletes nothing.
 */
async function leaveAccount(queries: QueryClient, owner: string, start: string): Promise<void> {
  await stopTab(queries)
  discardChoices()
  if (read('owner') === undefined) await clearStores(owner)
  loadDocument(start, true)
}

const isUnsent = ({ state }: OutboxItem) => state !== 'sent'

/** Counts the unsent work that a logout would delete: drafts, outbox items and unsent entries of rooms. */
export async function countUnsent(): Promise<{ drafts: number; outbox: number }> {
  const waiting = listOutbox()
  const ofRooms = await Promise.all(Object.entries(listStoreDeclarations()).map(countUnsentEntries))
  const drafts = (await listDraftNames()).filter((name) => !loginFormNames.has(name))
  const unsent = (await waiting).filter(isUnsent)
  return { drafts: drafts.length, outbox: ofRooms.reduce((sum, n) => sum + n, unsent.length) }
}

async function countUnsentEntries([name, { of, unsent }]: [
  string,
  StoreDeclaration,
]): Promise<number> {
  if (of === 'device' || unsent === undefined) return 0
  const entries = await openOwnerStore(name).entries<unknown>()
  return entries.filter(([, value]) => hasShape(unsent, value)).length
}

/**
 * Logs out: deletes everything personal on this phone, ends the login on the server and opens the start page. Without a
 * network, the server is informed later. Never rejects.
 */
export async function logOut(queries: QueryClient): Promise<void> {
  const hadLogin = read('token') !== undefined || readStoredUser() !== undefined
  await wipePhone(queries)
  if (hadLogin) {
    write('logout_to_send', true)
    await Promise.race([sendLogOut(), new Promise((resolve) => setTimeout(resolve, 3000))])
  }
  loadDocument('/', true)
}

/**
 * Deletes everything personal, in an order in which nothing is written again: first ends calls and writing, then the
 * login, then deletes the stored data. An interrupted deletion is repeated at the next start.
 */
async function wipePhone(queries: QueryClient): Promise<void> {
  const owner = getCurrentOwner()
  write('leaving', owner)
  await stopTab(queries)
  forgetPerson()
  write('user', noUser)
  await deletePersonStores(owner)
  // Make the next document delete once more, as after an interrupted deletion.
  write('leaving', guestOwner)
}

/** Deletes every key of a person, and every undeclared key. */
function forgetPerson(): void {
  removeItemsExpiringAt('logout', 'other_login', 'new_start')
  for (const [keyName, key] of listStorageKeys())
    if (key.in === 'cookie' && key.of === 'person') removeCookie(keyName as CookieName)
  for (const area of ['local', 'session'] as const) {
    const stays = [...listStorageKeys().values()].filter(
      (key) => key.in === area && key.of !== 'person',
    )
    const names = new Set(stays.map(({ name }) => name))
    try {
      for (const name of Object.keys(getStorageArea(area)))
        if (!names.has(name)) getStorageArea(area).removeItem(name)
    } catch {
      // Storage is off, so there is nothing to delete.
    }
  }
}

/**
 * Deletes the stores of a person who has logged out, and of the guest they were before, and ends their push messages.
 */
export async function deletePersonStores(owner: string): Promise<void> {
  await Promise.all([clearStores(owner), clearStores(guestOwner), endPushMessages()])
  removeItem('leaving')
}

/** How long logout waits for the push service to unsubscribe this phone, ms. The attempt goes on after that. */
const unsubscribeTimeout = 3000

/**
 * Ends push messages to this phone and removes those on the screen. The push service informs our server that the phone
 * is gone. Never rejects.
 */
export async function endPushMessages(): Promise<void> {
  removeItem('told')
  const end = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration === undefined) return
    for (const shown of await registration.getNotifications()) shown.close()
    await (await registration.pushManager?.getSubscription())?.unsubscribe()
  }
  await Promise.race([
    end().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, unsubscribeTimeout)),
  ])
}

/** Ends calls, rendering and writing in this tab after its owner has logged out. */
export async function stopTab(queries: QueryClient): Promise<void> {
  stopTabForLogout()
  abortCalls()
  await queries.cancelQueries()
  discardDrafts()
  queries.clear()
}

/** Sends a pending logout to the server. Never rejects. */
export async function sendLogOut(): Promise<void> {
  if (read('logout_to_send') !== true) return
  // A later login has already ended the old one on the server, and has its own cookie.
  if (readStoredUser() === undefined) {
    const heard = await tellLogOut().catch(() => undefined)
    if (heard === undefined) return
  }
  removeItem('logout_to_send')
}

const tellLogOut = () => call(endLogin, {})
