import { inTurn } from '#lib/later'
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'

/** At build time everything is there at once. */
const isPrinting = typeof document === 'undefined'

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
 * The same for what is not printed: `otherwise` stands until its script is there. It suspends nothing, since
 * the page comes alive in a transition, and React holds one that waits for a script: it even forgot to go on
 * with it where somebody was typing meanwhile, and the search stayed dead until the next key.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | undefined
  return function LatePart(props: Props & { otherwise?: ReactNode }): ReactNode {
    const [Part, setPart] = useState(() => here)
    useEffect(() => {
      if (Part === undefined) void settled(load).then((it) => setPart(() => (here = it)))
    }, [Part])
    return Part === undefined ? props.otherwise : createElement(Part, props)
  }
}
