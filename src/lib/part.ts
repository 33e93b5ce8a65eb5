import { inTurn } from '#lib/later'
import { type ComponentType, lazy } from 'react'

/** At build time everything is there at once. */
const isPrinting = typeof document === 'undefined'

/**
 * A part of a screen whose script comes after the first paint. What the page was printed with stands
 * until then, also without a network: the part never fails, it is asked for again until it is there.
 * Parts come one after the other, each in an idle moment.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let pause = 2000; ; pause = Math.min(pause * 2, 60_000)) {
      try {
        return { default: await (isPrinting ? load() : inTurn(load)) }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  })
}
