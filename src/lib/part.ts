import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen whose script comes after the first paint. What the page was printed with stands
 * until then, also without a network: the part never fails, it is asked for again until it is there.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let pause = 2000; ; pause = Math.min(pause * 2, 60_000)) {
      try {
        return { default: await load() }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  })
}
