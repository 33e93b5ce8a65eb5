/** Door checks are possible from `before` hours before a bus leaves a stop until `after` hours after its arrival. */
export const boardingHours = { before: 6, after: 24 } as const
