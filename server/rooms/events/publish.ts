import type { EventKind } from '#contract/events/model'
import type { Db } from '#server/db/client'
import { insertEvent, notifyStreams } from './repository.ts'

/**
 * Tells the devices of an account (a person, an operator) that something of this kind changed, once the caller's
 * transaction commits, and not at all if it does not. In SQL the same is `publish_event`.
 */
export function publish(
  tx: Db,
  news: { account: string; kind: EventKind; id: string },
): Promise<void> {
  return insertEvent(tx, news)
}

/**
 * Tells the devices that listen now, at whichever process, once the caller's transaction commits. None of it is kept:
 * nobody catches up with it. That commit waits for the lock of NOTIFY: not for what moves seats or money.
 */
export function whisper(
  tx: Db,
  { account, kind, id }: { account: string; kind: EventKind; id: string },
): Promise<void> {
  return notifyStreams(tx, `${account} ${kind} ${id}`)
}
