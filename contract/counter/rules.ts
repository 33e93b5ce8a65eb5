/** How people pay at a counter: always to the operator itself, never to us. */
export const counterMeans = ['cash', 'card_machine', 'transfer'] as const

export type CounterMeans = (typeof counterMeans)[number]

/** The name on a ticket that is signed before its traveller is known, in the ASCII of tickets. */
export const unnamedTicketName = 'COUNTER SALE'
