import { type ProviderName, providers } from '#contract/payments/rules'
import type { Config } from '#server/config'
import { flutterwaveStandIn } from './flutterwave.ts'
import { paystackStandIn } from './paystack.ts'
import type { StandIn } from './stand-in.ts'

/** The stand-ins of the payment companies. A company without keys uses its stand-in. */
export const standIns: Record<ProviderName, StandIn> = {
  paystack: paystackStandIn,
  flutterwave: flutterwaveStandIn,
}

/** Returns whether all payment companies are stand-ins, so that the demo may make payments. */
export const areAllProvidersStandIns = (config: Config) =>
  providers.every((name) => config[name].stand_in)
