export const operatorSorts = ['rating', 'name', 'price', 'roads'] as const

/** A departure that leaves within this many minutes of its time is on time. */
export const onTimeMinutes = 15

/** The number of reported departures from which punctuality is shown as a share. */
export const minCountedDepartures = 10
