import { providers } from '#contract/payments/rules'
import type { Deps } from '#server/context'
import { findProvider } from './providers.ts'
import type { ProviderName } from './provider.ts'
import { findUnknownReferences } from './settlement-repository.ts'

/** A charge that a payment company took and no attempt of ours belongs to. `open_kobo`: what it has not given back. */
export interface UnknownCharge {
  provider: ProviderName
  reference: string
  provider_id: string
  open_kobo: number
}

/**
 * Asks the payment companies for all charges since a moment, and returns those to which no attempt of ours belongs and
 * which were not given back in full. After a restore to an earlier state, these are the charges of the lost time.
 * Charges of another shop that uses the same merchant account are returned as well. Throws ProviderUnavailableError.
 */
export async function findUnknownCharges(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  since: Date,
): Promise<UnknownCharge[]> {
  const unknown: UnknownCharge[] = []
  for (const name of providers) {
    const provider = findProvider(config, name)
    for (let page = 1, hasMore = true; hasMore; page += 1) {
      const { transactions, has_more } = await provider.listTransactions(since, page)
      hasMore = has_more
      const references = transactions.map(({ reference }) => reference)
      const strange = new Set(await findUnknownReferences(db, references))
      for (const { reference, provider_id, amount_kobo } of transactions) {
        if (!strange.has(reference) || provider_id === null) continue
        const refunds = await provider.listRefunds(provider_id)
        const back = refunds.filter(({ state }) => state !== 'failed')
        const open_kobo = back.reduce((rest, refund) => rest - refund.amount_kobo, amount_kobo)
        if (open_kobo > 0) unknown.push({ provider: name, reference, provider_id, open_kobo })
      }
    }
  }
  return unknown
}
