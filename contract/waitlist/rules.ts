/** Minutes for which an offer holds its seats. */
export const offerMinutes = 30

/** The number of travellers from which operators are notified of a travel request. */
export const minTravellers = 4

export const maxAlertDays = 14

export const maxRequestDaysAhead = 90

/** The most departures that an operator may offer for one request. */
export const maxOfferedDepartures = 3

export const alertChannels = ['push', 'sms', 'email'] as const

export type AlertChannel = (typeof alertChannels)[number]
