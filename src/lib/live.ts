import type { EventKind } from '#contract/events/model'
import { savesData } from '#lib/online'
import { useEffect, useEffectEvent } from 'react'

/** An event: which thing changed. */
type Hear = (subject: string) => void

const listeners = new Map<EventKind, Set<Hear>>()
let isLive = false

export function setLive(is: boolean): void {
  isLive = is
}

/** Whether changes are told to this device as they happen. */
export const hearsChanges = () => isLive

/** Hands on what was told, to screens that listen for it themselves. */
export function tellScreens({ kind, subject }: { kind: EventKind; subject: string }): void {
  for (const hear of listeners.get(kind) ?? []) hear(subject)
}

/** How often a screen asks for what `hears` names: never while it is told, nor where data is saved. */
export const askEvery = (ms: number) => () => !isLive && !savesData() && ms

/** Hears what is told while the screen stands. */
export function useTold(kind: EventKind, hear: Hear): void {
  const heard = useEffectEvent(hear)
  useEffect(() => {
    const mine: Hear = (subject) => heard(subject)
    const all = listeners.get(kind) ?? new Set<Hear>()
    listeners.set(kind, all.add(mine))
    return () => void all.delete(mine)
  }, [kind])
}
