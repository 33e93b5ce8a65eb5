/** Languages of the app, by their own names. */
export const languages = ['en'] as const

export const erasureCancellableDays = 14

/** The most travellers that one person may save. More are refused with `traveller_limit`. */
export const maxSavedTravellers = 20
