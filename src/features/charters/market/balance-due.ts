/**
 * Returns when the balance of a booking is due, as an ISO instant. `by_day` is the due time in a quote. A quote has no
 * start time, so its due time is a number of hours before midnight of the first day. Adding `start_time` (`07:30`)
 * makes it the same number of hours before the start.
 */
export function computeBalanceDueTime(by_day: string, start_time: string): string {
  const [, hours = '0', minutes = '0'] = /^(\d\d):(\d\d)/.exec(start_time) ?? []
  return new Date(
    Date.parse(by_day) + (Number(hours) * 60 + Number(minutes)) * 60_000,
  ).toISOString()
}
