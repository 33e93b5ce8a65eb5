/** How people pay at a counter: always to the operator itself, never to us. */
export const counterMeans = ['cash', 'card_machine', 'transfer'] as const

export type CounterMeans = (typeof counterMeans)[number]
