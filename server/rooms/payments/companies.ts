import type { Channel, ProviderName } from './provider.ts'
import type { CompanyRecord } from './company-repository.ts'
import { computeProviderFee } from './providers.ts'

/**
 * Returns companies for a channel, best first. The order is by failures for this payable (few first), then by whether
 * the company answers, then by how many of ten recent payments it settled, then by price.
 */
export function sortCompanies(
  records: readonly CompanyRecord[],
  channel: Channel,
  amount_kobo: number,
): ProviderName[] {
  const rank = (one: CompanyRecord) => [
    one.failed_here,
    Number(one.is_silent),
    -settledOfTen(one, channel),
    computeProviderFee(one.provider, amount_kobo),
  ]
  return records
    .toSorted((a, b) => {
      const other = rank(b)
      return rank(a).reduce((found, at, index) => found || at - (other[index] ?? 0), 0)
    })
    .map(({ provider }) => provider)
}

/**
 * Returns how many of ten payments a company settles by a channel. Since a few payments prove little, adds 40 imaginary
 * payments, of which 38 are settled, to the real ones.
 */
function settledOfTen({ settled, ended }: CompanyRecord, channel: Channel): number {
  return Math.floor((10 * ((settled[channel] ?? 0) + 38)) / ((ended[channel] ?? 0) + 40))
}
