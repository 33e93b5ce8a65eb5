/** Languages of the app, by their own names. */
export const languages = ['en'] as const

/** Days during which an erasure can be cancelled. */
export const erasureCancellableDays = 14

/** The largest number of saved travellers of one person. */
export const maxSavedTravellers = 20
