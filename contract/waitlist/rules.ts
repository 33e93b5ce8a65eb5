/** Minutes for which an offer holds its seats. */
export const offerMinutes = 30

/** Operators are notified of a travel request from so many travellers on. */
export const enoughTravellers = 4

export const mostAlertDays = 14

export const askAheadDays = 90

/** The most departures that an operator may offer for one request. */
export const mostOffered = 3

export const alertWays = ['push', 'sms', 'email'] as const

export type AlertWay = (typeof alertWays)[number]
