import { type Db, inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findReferencesSince } from './settlement-repository.ts'

/** At most so many attempts a second are rechecked, so that the companies are not flooded. */
const perSecond = 20

/**
 * Enqueues a question to the payment companies about every attempt since a moment: whether it was paid, what they have
 * given back of it, and what is disputed. For a database that was restored to an earlier state: the companies do not
 * repeat the messages that the later one received. Repeatable. Returns the number of attempts.
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
