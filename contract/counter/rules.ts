/** How people pay at a counter: always to the operator itself, never to us. */
export const counterMeans = ['cash', 'card_machine', 'transfer'] as const

export type CounterMeans = (typeof counterMeans)[number]

/** What a counter takes money for, in the order in which drawers list it. */
export const counterSubjects = ['tickets', 'parcels', 'storage'] as const

export type CounterSubject = (typeof counterSubjects)[number]

/** The most seat sales, and the most parcel sales, that are listed at once, the newest first. */
export const maxListedSales = 100

/** The most shifts of a day that are listed at once, the newest first. */
export const maxListedShifts = 200

/** The name on a ticket that is signed before its traveller is known. Names on tickets are in ASCII. */
export const unnamedTicketName = 'COUNTER SALE'

/** The most seats of a shift that may be set aside at the same time without being sold or released. */
export const maxAllottedSeats = 20

/** The most seats of one departure that a clerk can set aside in a shift, released ones included. */
export const maxAllottedSeatsOfTrip = 60

/** For how many days after an outbound trip the counter offers buses back. */
export const returnDays = 14
