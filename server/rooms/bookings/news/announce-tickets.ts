import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

/**
 * Enqueues, in the caller's transaction, the emails and SMS with the tickets, which the tickets room makes and sends.
 */
export async function announceTickets(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}
