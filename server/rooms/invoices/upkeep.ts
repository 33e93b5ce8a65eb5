import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import type { JobHandlers } from '#server/jobs/queue'
import { expireDue } from './news-repository.ts'
import { remindOfDueParts } from './news.ts'

const batch = 200

/** Jobs that remind of invoices and end unpaid ones. */
export function makeInvoiceJobs(deps: Deps): JobHandlers {
  return { 'invoice.sweep': () => sweepInvoices(deps) }
}

/**
 * Reminds of due parts, releases wallet money held for ended attempts, and expires invoices that nobody has begun to
 * pay. Repeatable.
 */
async function sweepInvoices({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (let told = batch; told === batch;)
    told = await inTransaction(db, (tx) => remindOfDueParts(tx, config, batch))
  await expireDue(db, batch)
}
