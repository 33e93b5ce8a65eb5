import type { Channel, ProviderName } from './provider.ts'
import type { Lately } from './company-repository.ts'

/** What a company keeps of a payment, as its price list for Nigeria says: a share, a sum, and at most so much, in kobo. */
const prices: Record<ProviderName, { share: number; sum_kobo: number; sum_from_kobo: number }> = {
  paystack: { share: 0.015, sum_kobo: 10_000, sum_from_kobo: 250_000 },
  flutterwave: { share: 0.02, sum_kobo: 0, sum_from_kobo: 0 },
}
const mostKobo = 200_000

/** What a payment of `amount_kobo` costs us at a company, in kobo. */
function costOf(provider: ProviderName, amount_kobo: number): number {
  const { share, sum_kobo, sum_from_kobo } = prices[provider]
  const sum = amount_kobo >= sum_from_kobo ? sum_kobo : 0
  return Math.min(mostKobo, Math.round(amount_kobo * share) + sum)
}

/**
 * Companies for a channel, best first: with which this thing has failed least, which answers, where of ten payments more
 * landed lately, and which is cheaper.
 */
export function bestFirst(
  lately: readonly Lately[],
  channel: Channel,
  amount_kobo: number,
): ProviderName[] {
  const rank = (one: Lately) => [
    one.failed_here,
    Number(one.is_silent),
    -landedOfTen(one, channel),
    costOf(one.provider, amount_kobo),
  ]
  return lately
    .toSorted((a, b) => {
      const other = rank(b)
      return rank(a).reduce((found, at, index) => found || at - (other[index] ?? 0), 0)
    })
    .map(({ provider }) => provider)
}

/** Of ten payments, how many land. Few payments say little: 40 of which 38 landed are added to them. */
function landedOfTen({ landed, ended }: Lately, channel: Channel): number {
  return Math.floor((10 * ((landed[channel] ?? 0) + 38)) / ((ended[channel] ?? 0) + 40))
}
