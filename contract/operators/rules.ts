export const operatorSorts = ['rating', 'name', 'price', 'roads'] as const

/** The most minutes between the planned and the actual departure of a bus that counts as on time. */
export const onTimeMinutes = 15

/** The fewest departures with a report for which punctuality is displayed as a share. */
export const minPunctualityDepartures = 10
