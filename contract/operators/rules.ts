export const operatorSorts = ['rating', 'name', 'price', 'roads'] as const

/** A departure within so many minutes of its time is on time. */
export const onTimeMinutes = 15

/** The least reported departures for which punctuality is shown as a share. */
export const minCountedDepartures = 10
