/**
 * The states of a request. `withdrawn`: by the customer. `expired`: its time is over, or an offer was accepted but not
 * paid.
 */
export const charterRequestStates = ['open', 'accepted', 'withdrawn', 'expired'] as const

/** The states of an offer. `declined`: another offer was accepted, or the request was withdrawn. */
export const charterOfferStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const

/** Hours for which the vehicle of an accepted offer is held before payment. */
export const offerHoldHours = 24

/** The largest number of a person's open requests. */
export const maxOpenCharterRequests = 5
