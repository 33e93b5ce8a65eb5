/** Formats an hour (0 to 23) and two digits of the minute as `6:30 AM`. */
export const formatClock = (hour: number, minute: string): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`
