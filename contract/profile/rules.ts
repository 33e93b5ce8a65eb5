/** Languages of the app, by their own names. */
export const languages = ['en'] as const

/** Days in which an erasure can be cancelled. */
export const eraseDays = 14

/** The most saved travellers of a person. */
export const maxSavedTravellers = 20
