export const operatorSorts = ['rating', 'name', 'price', 'roads'] as const

/** How many minutes from its time a departure may leave and still be on time. */
export const onTimeMinutes = 15

/** The number of reported departures from which punctuality is displayed as a share. */
export const minPunctualityDepartures = 10
