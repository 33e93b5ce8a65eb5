import { type Db, inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findReferencesSince } from './settlement-repository.ts'

/** How many attempts are rechecked in a second, so that the companies are not flooded. */
const perSecond = 20

/**
 * Enqueues jobs that ask the payment companies about every attempt since a moment: whether it was paid, what they have
 * given back of it, and what is disputed. Needed after a database was restored to an earlier state, since the companies
 * do not repeat messages that were delivered before the loss. Repeatable. Returns the number of attempts.
 */
export async function recheckPaymentsSince(db: Db, since: Date): Promise<number> {
  const references = await findReferencesSince(db, since)
  for (let from = 0; from < references.length; from += perSecond)
    await inTransaction(db, async (tx) => {
      for (const reference of references.slice(from, from + perSecond)) {
        const options = { key: reference, after_seconds: from / perSecond }
        await enqueue(tx, 'payment.recheck', { reference }, options)
      }
    })
  return references.length
}
