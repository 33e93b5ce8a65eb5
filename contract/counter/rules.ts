/** How people pay at a counter: always to the operator itself, never to us. */
export const counterMeans = ['cash', 'card_machine', 'transfer'] as const

export type CounterMeans = (typeof counterMeans)[number]

/** Details that the law wants in the manifest, and that a counter may sell without. */
export const manifestDetails = ['phone', 'address', 'next_of_kin'] as const
