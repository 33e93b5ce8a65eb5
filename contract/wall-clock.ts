/** `6:30 AM` from the hour of 24 and the minute in two digits. */
export const showClock = (hour: number, minute: string): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`
