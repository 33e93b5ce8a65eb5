import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

/** Promises, in the caller's transaction, the tickets' emails and SMS; the room tickets makes and sends them. */
export async function announceTickets(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}
