import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import type { JobHandlers } from '#server/jobs/queue'
import { expireDueInvoices } from './news-repository.ts'
import { remindOfDueInvoiceParts } from './news.ts'

const batch = 200

/** Returns the jobs that remind customers of invoices and end unpaid ones. */
export function makeInvoiceJobs(deps: Deps): JobHandlers {
  return { 'invoice.sweep': () => sweepInvoices(deps) }
}

/**
 * Reminds customers of due parts, releases wallet money that is held for ended attempts, and expires old invoices of
 * which nothing was paid (`expire_invoices`). It can be repeated.
 */
async function sweepInvoices({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (let told = batch; told === batch;)
    told = await inTransaction(db, (tx) => remindOfDueInvoiceParts(tx, config, batch))
  await expireDueInvoices(db, batch)
}
