import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { enqueue } from '#server/jobs/queue'
import { logSecurityEvent } from '#server/platform/security-events'
import {
  ProviderUnavailableError,
  ProviderRefusal,
  type CompanyRefund,
  type RefundForProvider,
  type RefundSettlement,
  findEffectiveRefund,
} from './provider.ts'
import { findProvider } from './providers.ts'
import type { CompanyCharge } from './outside-refund-repository.ts'
import { recordOutsideRefunds } from './outside-refunds.ts'
import {
  type RefundReport,
  type NewRefund,
  type OpenRefund,
  type RefundRequest,
  findOpenRefunds,
  findNewRefunds,
  coverRefund,
  coverStuckRefund,
  insertRefunds,
  moveRefundIntoWallet,
  settleRefund,
  claimDueRefunds,
  claimRefund,
  hasWaitedForDispute,
} from './refund-repository.ts'

/**
 * Refunds a part of what was paid, in the caller's transaction, which holds the row lock of the payable. `amount_kobo`
 * is spread over the payable's payments. In the ledger, it is taken from the receivers' accounts in proportion, and
 * from our fee with its VAT last. Wallet money returns to the wallet, the rest goes to the destination. A repeated
 * `effect` does nothing. Throws if more is requested than is left of the payments.
 */
export async function requestRefund(tx: Db, request: RefundRequest): Promise<void> {
  await enqueueJobsOf(tx, await insertRefunds(tx, request))
}

/** Enqueues, in the same transaction, jobs that submit refunds that the database made and notify their payers. */
export async function enqueueRefundJobs(tx: Db, payable_id: string): Promise<void> {
  await enqueueJobsOf(tx, await findNewRefunds(tx, payable_id))
}

async function enqueueJobsOf(tx: Db, refunds: readonly NewRefund[]): Promise<void> {
  for (const { id: refund_id, destination } of refunds) {
    if (destination === 'source')
      await enqueue(tx, 'refund.submit', { refund_id }, { key: refund_id })
    await enqueue(tx, 'refund.announce', { refund_id })
  }
}

/** Submits a refund to its payment company, unless it was submitted before. Repeatable. */
export async function submitRefund(deps: Deps, refund_id: string): Promise<void> {
  const refund = await claimRefund(deps.db, refund_id)
  if (refund !== undefined) await tryRefund(deps, refund)
}

/**
 * Retries failed and interrupted refunds, and checks those in progress. A refund that its payment company does not know
 * after a day, or has not finished after 15 days, needs a person and is logged as an error.
 */
export async function retryDueRefunds(deps: Deps): Promise<void> {
  await runEachDespiteFailures(await claimDueRefunds(deps.db, 50), (refund) =>
    tryRefund(deps, refund),
  )
}

/**
 * Compares our refunds of a charge with its company's list: settles those in progress, and records what the company
 * gave back without our order. Returns the list.
 */
export async function recheckRefunds(deps: Deps, charge: CompanyCharge): Promise<CompanyRefund[]> {
  const listed = await findProvider(deps.config, charge.provider).listRefunds(charge.provider_id)
  const open = await findOpenRefunds(deps.db, charge.id)
  for (const refund of open) await settle(deps, refund, findEffectiveRefund(listed, refund.id))
  await recordOutsideRefunds(deps, charge, listed)
  return listed
}

/**
 * Deducts what a company gave back without our order (by hand, by a reversal or by a lost dispute) from the refunds of
 * that charge that wait for our staff. Does not change refunds that are on the company's list and have not failed.
 */
export async function coverStuckRefunds(
  deps: Deps,
  { id: charge_id }: CompanyCharge,
  listed: readonly CompanyRefund[],
): Promise<void> {
  for (const { id } of await findOpenRefunds(deps.db, charge_id)) {
    const state = findEffectiveRefund(listed, id)?.state ?? 'failed'
    if (state === 'failed') await coverStuckRefund(deps.db, id)
  }
}

async function tryRefund(deps: Deps, refund: OpenRefund): Promise<void> {
  try {
    if (refund.to_wallet) await sendToWallet(deps, refund)
    else await settle(deps, refund, await sendToProvider(deps, refund))
  } catch (error) {
    deps.log.warn(
      { err: error, refund_id: refund.id, tries: refund.tries },
      'a refund could not be handed over',
    )
    if (error instanceof ProviderRefusal)
      await settle(deps, refund, { state: 'failed', provider_id: null, said: error.message })
    else if (!(error instanceof ProviderUnavailableError)) throw error
  }
}

/**
 * Sends a refund to the payment company. Before every try, asks the company whether an earlier try arrived. Deducts
 * what the company has given back without our order in the meantime.
 */
async function sendToProvider(deps: Deps, refund: OpenRefund): Promise<RefundReport | undefined> {
  const { earlier, ...known } = await findEarlier(deps, refund)
  if (refund.state === 'submitted') return reportStuckRefund(refund, earlier) ?? earlier
  if (earlier !== undefined && earlier.state !== 'failed') return earlier
  const amount_kobo = await cover(deps, refund, known)
  const provider = findProvider(deps.config, refund.provider)
  const sent =
    amount_kobo === 0
      ? undefined
      : await provider.refund({ ...toRefundForProvider(refund), amount_kobo })
  if (sent?.state !== 'failed' && (await hasWaitedForDispute(deps.db, refund.id)))
    await enqueue(deps.db, 'refund.announce', { refund_id: refund.id })
  return sent
}

/**
 * Returns the state `needs_person` for a submitted refund that its payment company does not know, or has not finished
 * in time; otherwise undefined.
 */
function reportStuckRefund(
  refund: OpenRefund,
  heard: RefundSettlement | undefined,
): RefundReport | undefined {
  if (heard === undefined)
    return refund.is_lost
      ? { state: 'needs_person', provider_id: null, said: 'unknown' }
      : undefined
  const isStuck = heard.state === 'submitted' && refund.is_overdue
  return isStuck ? { ...heard, state: 'needs_person' } : undefined
}

/**
 * Moves a refund into a wallet only if the payment company does not know the refund, or reports that it failed.
 * Otherwise stores the company's answer, so that nobody is paid twice.
 */
async function sendToWallet(deps: Deps, refund: OpenRefund): Promise<void> {
  const { earlier, ...known } = await findEarlier(deps, refund)
  if (earlier !== undefined && earlier.state !== 'failed') return settle(deps, refund, earlier)
  if ((await cover(deps, refund, known)) === 0) return
  const state = await inTransaction(deps.db, async (tx) => {
    const became = await moveRefundIntoWallet(tx, refund.id)
    if (became === 'succeeded') await enqueue(tx, 'refund.announce', { refund_id: refund.id })
    return became
  })
  noteRefund(deps, refund, state, 'money.refund_to_wallet')
}

/** The refunds that a company lists for a transaction. `transaction` is null if the company does not know it. */
interface KnownRefunds {
  transaction: string | null
  listed: CompanyRefund[]
}

/**
 * Returns the company's list of refunds of the payment. `earlier`: this refund on the list, if an earlier try has
 * arrived there.
 */
async function findEarlier(
  deps: Deps,
  { provider, provider_id, reference, id }: OpenRefund,
): Promise<KnownRefunds & { earlier: RefundSettlement | undefined }> {
  const company = findProvider(deps.config, provider)
  const transaction = provider_id ?? (await company.verify(reference)).provider_id
  const listed = transaction === null ? [] : await company.listRefunds(transaction)
  return { earlier: findEffectiveRefund(listed, id), transaction, listed }
}

/** Sets a refund off against what the company gave back without our order. Returns the kobo that are left. */
async function cover(
  deps: Deps,
  { id, charge_id, provider }: OpenRefund,
  { transaction, listed }: KnownRefunds,
): Promise<number> {
  if (transaction !== null)
    await recordOutsideRefunds(deps, { id: charge_id, provider, provider_id: transaction }, listed)
  return coverRefund(deps.db, id)
}

function toRefundForProvider({
  id,
  reference,
  provider_id,
  amount_kobo,
}: OpenRefund): RefundForProvider {
  return { key: id, reference, provider_id: provider_id ?? reference, amount_kobo }
}

async function settle(
  deps: Deps,
  refund: OpenRefund,
  heard: RefundReport | undefined,
): Promise<void> {
  if (heard === undefined) return
  noteRefund(deps, refund, await settleRefund(deps.db, refund.id, heard), 'money.refund_sent')
}

/** Logs the outcome of a refund, unless it was known before. */
function noteRefund({ log }: Deps, { id, amount_kobo }: OpenRefund, state: string, action: string) {
  if (state === 'already') return
  const outcome = ['submitted', 'succeeded'].includes(state) ? 'ok' : state
  logSecurityEvent(log, { actor: 'system', action, object: `refund:${id}`, outcome, amount_kobo })
  if (state === 'needs_person') log.error({ refund_id: id }, 'a refund needs a person')
}
