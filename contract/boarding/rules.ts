/** Door checks are possible from `before` hours before a bus leaves a stop until `after` hours after its arrival. */
export const boardingHours = { before: 6, after: 24 } as const

/** The most departures of a day that are listed at once, the earliest first. */
export const maxListedDepartures = 500

/** Details of a traveller that the law requires in the manifest. A counter may sell a seat without them. */
export const legalManifestFields = ['phone', 'address', 'next_of_kin'] as const

/** Counts the babies of travellers. A baby has no seat of its own. */
export const countBabies = (
  travellers: readonly { infant_name?: string | null | undefined }[],
): number => travellers.filter(({ infant_name }) => infant_name).length
