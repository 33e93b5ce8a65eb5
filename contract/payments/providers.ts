/** The payment companies, each with its name as people know it. */
export const providerNames = { paystack: 'Paystack', flutterwave: 'Flutterwave' } as const

export type ProviderName = keyof typeof providerNames

const isProvider = (name: string): name is ProviderName => name in providerNames

/** Their names in our data and addresses. */
export const providers = Object.keys(providerNames).filter(isProvider)

/** What `make` gives for each company, by its name. */
export const byProvider = <T>(make: (name: ProviderName) => T) =>
  Object.fromEntries(providers.map((name) => [name, make(name)])) as Record<ProviderName, T>

/** Who can pay: a company, or the person's own wallet. */
export const payers = [...providers, 'wallet'] as const
