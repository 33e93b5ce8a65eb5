/** Formats an hour (0 to 23) and two digits of the minute as `6:30 AM`. */
export const formatClock = (hour: number, minute: string): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`

/** Returns whether a text is a day of this century that exists, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
