import type { EventKind } from '#contract/events/rules'
import type { Db } from '#server/db/client'
import { insertAccountEvent, notifyStreams } from './repository.ts'

/**
 * Notifies the devices of an account (a person or an operator) of a change when the caller's transaction commits. In
 * SQL, `publish_event` does the same.
 */
export function publishEvent(
  tx: Db,
  news: { account: string; kind: EventKind; id: string },
): Promise<void> {
  return insertAccountEvent(tx, news)
}

/**
 * Notifies listening devices, on any process, when the caller's transaction commits. The event is not stored. The
 * commit waits for the lock of NOTIFY, so do not use this where seats or money move.
 */
export function sendTransientEvent(
  tx: Db,
  { account, kind, id }: { account: string; kind: EventKind; id: string },
): Promise<void> {
  return notifyStreams(tx, `${account} ${kind} ${id}`)
}
