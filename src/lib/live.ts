import type { EventKind } from '#contract/events/rules'
import { isSavingData } from '#lib/online'
import { useEffect, useEffectEvent } from 'react'

/** Called with the subject of an event, which names the changed item. */
type ChangeListener = (subject: string) => void

const listeners = new Map<EventKind, Set<ChangeListener>>()
let isLive = false

export function setEventStreamOpen(is: boolean): void {
  isLive = is
}

export const isEventStreamOpen = () => isLive

export function notifyScreens({ kind, subject }: { kind: EventKind; subject: string }): void {
  for (const hear of listeners.get(kind) ?? []) hear(subject)
}

/** Makes the `refetchInterval` of a query: `ms`, but none while the event stream is open or with data saver. */
export const makePollInterval = (ms: number) => () => !isLive && !isSavingData() && ms

/** Subscribes a component to one kind of event while it is mounted. */
export function useScreenEvent(kind: EventKind, hear: ChangeListener): void {
  const heard = useEffectEvent(hear)
  useEffect(() => {
    const mine: ChangeListener = (subject) => heard(subject)
    const all = listeners.get(kind) ?? new Set<ChangeListener>()
    listeners.set(kind, all.add(mine))
    return () => void all.delete(mine)
  }, [kind])
}
