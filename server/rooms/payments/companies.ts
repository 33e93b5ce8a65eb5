import type { Channel, ProviderName } from './provider.ts'
import type { Lately } from './company-repository.ts'
import { costOf } from './providers.ts'

/**
 * Companies for a channel, best first: with which this thing has failed least, which answers, where of ten payments
 * more landed lately, and which is cheaper.
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
