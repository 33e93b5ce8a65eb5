import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** The app controls the page and keeps every screen, none of a version before. */
export async function install(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect.poll(() => page.evaluate(isWhole), { timeout: 30_000 }).toBe(true)
}

/** A worker controls the page, whatever it keeps so far. */
export const controlled = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')

const isWhole = async () => {
  if (navigator.serviceWorker.controller === null) return false
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}'
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
  const screens = Object.values(imports).filter((path) => !/snackbars|google|main-.*css/.test(path))
  const kept = await Promise.all(screens.map((path) => caches.match(path)))
  return kept.every((file) => file !== undefined)
}

/** The browser asks for a newer version now; true when that has installed and waits. */
export const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update().catch(() => undefined)
    const { installing } = registration
    if (installing !== null)
      await new Promise((resolve) => installing.addEventListener('statechange', resolve))
    return registration.waiting !== null
  })

/** The app's own `load` after something that reloads it by itself; without one, how the workers stand. */
export async function reloaded(page: Page, act: () => Promise<unknown>): Promise<void> {
  const loading = page.waitForEvent('load', { timeout: 30_000 }).catch((error: unknown) => error)
  await act()
  const failed = await loading
  if (failed instanceof Error)
    throw new Error(`No reload: ${await page.evaluate(workersHere)}`, { cause: failed })
  // One version hands on to the next by a page without anything in it.
  await expect(page.locator('#root')).toBeAttached()
}

const workersHere = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const { active, waiting, installing } = registration ?? {}
  const { controller } = navigator.serviceWorker
  const states = [active, waiting, installing, controller].map((worker) => worker?.state ?? 'none')
  return `active, waiting, installing, controller: ${states.join(', ')}`
}
