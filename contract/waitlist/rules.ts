/** Minutes for which an offer holds its seats. */
export const seatOfferMinutes = 30

/** The number of travellers that a travel request needs before operators are notified of it. */
export const minTravellersToNotify = 4

export const maxAlertDays = 14

/** Days from today within which the days of a travel request or of an alert must be. */
export const maxRequestDaysAhead = 90

/** The most departures that an operator may offer for one request. */
export const maxOfferedDepartures = 3

export const alertChannels = ['push', 'sms', 'email'] as const

export type AlertChannel = (typeof alertChannels)[number]
