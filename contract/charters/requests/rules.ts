/** `withdrawn`: by the customer. `expired`: its time is over, or it was accepted and not paid. */
export const requestStates = ['open', 'accepted', 'withdrawn', 'expired'] as const

/** `declined`: another offer was accepted, or the request was withdrawn. */
export const offerStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const

/** Hours for which a vehicle of an accepted offer is held unpaid. */
export const offerHoldHours = 24

/** The most open requests of one person. */
export const maxOpenRequests = 5
