import { inTurn } from '#lib/later'
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'

/** At build time and on the server everything is there at once. */
export const isPrinting = typeof document === 'undefined'

/** Asks for a script until it is there, first in an idle moment of its own. Never rejects. */
async function settled<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = 2000; ; pause = Math.min(pause * 2, 60_000)) {
    try {
      return await (isPrinting ? load() : inTurn(load))
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * A part of a screen whose script comes after the first paint. What the page was printed with stands
 * until then, also without a network: the part never fails, it is asked for again until it is there.
 * Parts come one after the other, each in an idle moment.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await settled(load) }))
}

/**
 * What a script brings, without Suspense, which holds back for 300 ms whatever follows a fallback: `Arriving` shows
 * `otherwise` until it is there, and throws what kept it away; the next one asks again. `once` asks for it, the
 * first time.
 */
export function arriving<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const once = () =>
    (coming ??= load().then(
      (it) => (here = it),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    ))
  function Arriving(props: Props & { otherwise?: ReactNode }): ReactNode {
    const [Part, setPart] = useState(() => here)
    useEffect(() => {
      once().then(
        (it) => setPart(() => it),
        (error: unknown) =>
          setPart(() => {
            throw error
          }),
      )
    }, [])
    return Part === undefined ? props.otherwise : createElement(Part, props)
  }
  return { once, Arriving }
}

/**
 * A part that is not printed: `otherwise` stands until its script is there. It suspends nothing, since
 * the page comes alive in a transition, and React holds one that waits for a script: it even forgot to go on
 * with it where somebody was typing meanwhile, and the search stayed dead until the next key.
 */
export const latePart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  arriving(() => settled(load)).Arriving
