/*
 * When to do work that nobody waits for. A cheap phone that has just painted a page is busy, so each piece of work
 * gets an idle moment; on a first visit it also waits for the first touch, but at most three seconds.
 */

const touches = ['pointerdown', 'keydown', 'wheel', 'input'] as const

/** How long the work waits after the page has loaded, unless somebody touches the page sooner, ms. */
const untouched_ms = 3000

/** How long one piece of work may delay the next one, and how long it waits for an idle moment, ms. */
const timeout_ms = 2000

let isTouched = false
let touched: () => void = () => undefined
const firstTouch = new Promise<void>((resolve) => (touched = resolve))

/** Starts to listen for the first use of the page: a touch, a key, a turn of the wheel or an input. */
export function watchTouches(): void {
  const hear = () => {
    isTouched = true
    touched()
    for (const touch of touches) removeEventListener(touch, hear, true)
  }
  for (const touch of touches) addEventListener(touch, hear, { capture: true, passive: true })
}

/** Returns whether the person has touched this page yet. */
export const wasPageTouched = (): boolean => isTouched

let last: Promise<unknown> = Promise.resolve()

/** Does `work` in an idle moment, after all earlier work. Resolves to its result. */
export function doWhenIdle<T>(work: () => T | Promise<T>): Promise<T> {
  const turn = last.then(idleMoment).then(work)
  last = Promise.race([turn.catch(() => undefined), waitAtMost(turn)])
  return turn
}

/** Resolves when the page has loaded and, unless `at_once`, was touched or left untouched for a while. */
export async function waitUntilPageIsIdle(at_once: boolean): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  if (at_once) return
  await Promise.race([firstTouch, new Promise((resolve) => setTimeout(resolve, untouched_ms))])
}

/** Resolves when `work` is done or has taken too long. */
function waitAtMost(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout_ms)
    const stop = () => clearTimeout(timer)
    work.then(stop, stop)
  })
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: timeout_ms })
    else setTimeout(resolve, 1)
  })
}
