/**
 * When the balance is due. A quote is by days, so `by_day` counts from the midnight before the first one; the booking
 * counts from the start time.
 */
export function balanceDueAt(by_day: string, start_time: string): string {
  const [, hours = '0', minutes = '0'] = /^(\d\d):(\d\d)/.exec(start_time) ?? []
  return new Date(
    Date.parse(by_day) + (Number(hours) * 60 + Number(minutes)) * 60_000,
  ).toISOString()
}
