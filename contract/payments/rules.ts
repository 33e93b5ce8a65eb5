export const paymentChannels = ['transfer', 'card', 'ussd'] as const

export const providerNames = { paystack: 'Paystack', flutterwave: 'Flutterwave' } as const

/** The names of all companies: “Paystack or Flutterwave”. */
export const providerNamesText = Object.values(providerNames).join(' or ')

export type ProviderName = keyof typeof providerNames

const isProvider = (name: string): name is ProviderName => name in providerNames

/** The names of the companies in data and URLs. */
export const providers = Object.keys(providerNames).filter(isProvider)

/**
 * The companies that take a photo as evidence with our answer to a dispute. At the others, our staff upload it in the
 * company's dashboard.
 */
export const evidenceProviders: readonly ProviderName[] = ['paystack']

/** Makes a record of `make(name)` by provider. */
export const mapProviders = <T>(make: (name: ProviderName) => T) =>
  Object.fromEntries(providers.map((name) => [name, make(name)])) as Record<ProviderName, T>

export const paymentSources = [...providers, 'wallet'] as const

/**
 * Reasons for a refund. `paid_late`: what was paid for was no longer available. `paid_short`, `paid_over`: less or more
 * than the price was paid.
 */
export const refundReasons = [
  'cancelled',
  'operator_cancelled',
  'paid_late',
  'paid_twice',
  'paid_short',
  'paid_over',
  'price_difference',
] as const
