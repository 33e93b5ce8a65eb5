import type { Channel, ProviderName } from './provider.ts'
import type { CompanyRecord } from './company-repository.ts'
import { priceFee } from './providers.ts'

/**
 * Returns companies for a channel, best first: the one that failed least for this payable, then one that answers, that
 * settled more of ten recent payments, and that is cheaper.
 */
export function sortCompanies(
  records: readonly CompanyRecord[],
  channel: Channel,
  amount_kobo: number,
): ProviderName[] {
  const rank = (one: CompanyRecord) => [
    one.failed_here,
    Number(one.is_silent),
    -landedOfTen(one, channel),
    priceFee(one.provider, amount_kobo),
  ]
  return records
    .toSorted((a, b) => {
      const other = rank(b)
      return rank(a).reduce((found, at, index) => found || at - (other[index] ?? 0), 0)
    })
    .map(({ provider }) => provider)
}

/**
 * Returns how many of ten payments are settled. A few payments prove little, so 40 payments, 38 of them settled, are
 * added.
 */
function landedOfTen({ landed, ended }: CompanyRecord, channel: Channel): number {
  return Math.floor((10 * ((landed[channel] ?? 0) + 38)) / ((ended[channel] ?? 0) + 40))
}
