/** Door checks are possible from so many hours before a bus leaves a stop until so many hours after its arrival. */
export const boardingHours = { before: 6, after: 24 } as const
