import type { Page } from '@playwright/test'

/**
 * Sets the phone's clock to `time`, ms, in this page and those after it; from there it runs on. Timers
 * stay the browser's own, unlike those of `page.clock`, which also carries the timers of the app.
 */
export async function setPhoneClock(page: Page, time: number): Promise<void> {
  const wrong_ms = time - Date.now()
  await page.addInitScript(shiftDate, wrong_ms)
  await page.evaluate(shiftDate, wrong_ms)
}

function shiftDate(by_ms: number): void {
  const kept = globalThis as { TrueDate?: DateConstructor }
  const TrueDate = (kept.TrueDate ??= Date)
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + by_ms] : args, self),
    get: (target, name) =>
      name === 'now' ? () => target.now() + by_ms : Reflect.get(target, name),
  })
}
