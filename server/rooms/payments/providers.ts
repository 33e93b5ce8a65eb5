import type { Config } from '#server/config'
import { flutterwave } from './flutterwave.ts'
import { paystack } from './paystack.ts'
import type { Bank, PaymentCompany, PaymentProvider, ProviderName } from './provider.ts'

const companies: Record<ProviderName, PaymentCompany> = { paystack, flutterwave }

/** Returns the payment company of this name: the real one or its stand-in, depending on the configuration. */
export function findProvider(
  config: Pick<Config, ProviderName>,
  name: ProviderName,
): PaymentProvider {
  return companies[name].at(config[name])
}

/** Returns the banks whose USSD codes a payment company gives. */
export const listUssdBanks = (name: ProviderName): readonly Bank[] => companies[name].ussd_banks

/** Returns a payment company's fee for a payment of `amount_kobo`, kobo. */
export function computeProviderFee(name: ProviderName, amount_kobo: number): number {
  const { share, sum_kobo, sum_from_kobo, most_kobo } = companies[name].price
  const sum = amount_kobo >= sum_from_kobo ? sum_kobo : 0
  return Math.min(most_kobo, Math.round(amount_kobo * share) + sum)
}
