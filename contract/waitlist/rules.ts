/** Minutes for which an offer holds its seats. */
export const offerMinutes = 30

/** The number of travellers from which operators are notified of a travel request. */
export const minTravellers = 4

export const maxAlertDays = 14

export const askAheadDays = 90

/** The most departures that an operator may offer for one request. */
export const maxOfferedSeats = 3

export const alertWays = ['push', 'sms', 'email'] as const

export type AlertWay = (typeof alertWays)[number]
