import type { Config } from '#server/config'
import { flutterwave } from './flutterwave.ts'
import { paystack } from './paystack.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'

/** The payment company of this name, real or stand-in as the configuration says. */
export function providerOf(
  config: Pick<Config, ProviderName>,
  name: ProviderName,
): PaymentProvider {
  return name === 'paystack' ? paystack(config.paystack) : flutterwave(config.flutterwave)
}
