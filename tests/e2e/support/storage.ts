import { expect, type Page } from '@playwright/test'
import { rowsKept } from '#tests/support/kept-rows'
import { waitUntilInstalled } from './steps.ts'

/** What a phone may lose by itself, each alone. */
export type StorageKind =
  | 'indexeddb'
  | 'cache_storage'
  | 'local_storage'
  | 'cookies'
  | 'service_workers'

/**
 * The phone clears one kind of storage of our origin, as DevTools can. Local storage and cookies leave
 * the page's memory, too; an open page goes on with its other databases.
 */
export async function clearStorage(page: Page, kind: StorageKind): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: kind })
  await session.detach()
}

/**
 * All that this phone keeps outside the build's own files: what stands in every store of every database,
 * every kept answer with its address, local and session storage, cookies, and the names of databases.
 */
export async function everythingKept(page: Page): Promise<string> {
  const rows = await page.evaluate(rowsKept, '')
  const names = await page.evaluate(() => indexedDB.databases())
  const inDatabases = [names, rows.map(({ store, key, value }) => [store, key, value])]
  const kept = await page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const isOfBuild = /\/assets\/|\.html/.test(url)
        found.push([url, isOfBuild ? '' : await (await cache.match(url))?.text()])
      }
    }
    return found
  })
  return JSON.stringify([kept, inDatabases, await page.context().cookies()])
}

/** Where each of some texts stands in what is kept, with what is before it: bytes that should be gone. */
export function tracesIn(kept: string, personal: readonly string[]): string[] {
  return personal.flatMap((trace) =>
    kept
      .split(trace)
      .slice(0, -1)
      .map((before) => before.slice(-120) + trace),
  )
}

/** The names of all that stands in the databases, the caches and local storage: to see that nothing went. */
export async function namesKept(page: Page): Promise<string[]> {
  const rows = await page.evaluate(rowsKept, '')
  const others = await page.evaluate(async () => {
    const found = Object.keys(localStorage)
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(`${name} ${url}`)
    return found
  })
  return [...others, ...rows.map(({ database, key }) => `${database} ${key}`)]
}

/** The service worker controls the page and keeps every screen of the app. */
export async function waitUntilWhole(page: Page): Promise<void> {
  await waitUntilInstalled(page)
  await expect.poll(() => page.evaluate(unkept), { timeout: 60_000 }).toEqual([])
}

/** Chunks of screens, and icons, that the phone does not keep yet. */
async function unkept(): Promise<string[]> {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}'
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
  const files = Object.values(imports).filter(
    (path) => path.endsWith('.js') && !/snackbars|google-sign-in/.test(path),
  )
  files.push('/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/icon.svg')
  const kept = await Promise.all(files.map((path) => caches.match(path, { ignoreSearch: true })))
  return files.filter((_, index) => kept[index] === undefined)
}

/** Puts a ticket into a guest's vault, or reads it; runs in the page. */
export const useVault = (isWriting: boolean) =>
  new Promise<unknown>((resolve) => {
    const opening = indexedDB.open('vault-guest')
    opening.onupgradeneeded = () => opening.result.createObjectStore('vault')
    opening.onsuccess = () => {
      const store = opening.result.transaction('vault', 'readwrite').objectStore('vault')
      const asked = isWriting ? store.put({ reference: 'KEPT' }, 'KEPT') : store.get('KEPT')
      store.transaction.oncomplete = () => {
        opening.result.close()
        resolve(asked.result)
      }
    }
  })
