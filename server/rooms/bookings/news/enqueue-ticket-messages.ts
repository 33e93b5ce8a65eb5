import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

/** Enqueues, in the caller's transaction, a job of the tickets room that sends the tickets by email and SMS. */
export async function enqueueTicketMessages(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}
