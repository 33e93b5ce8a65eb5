/**
 * Returns when the balance of a booking is due, as ISO. `by_day` is the due time in a quote, which knows only days, so
 * it is counted from the midnight before the first day. In a booking it is counted from `start_time`, which is
 * therefore added.
 */
export function computeBalanceDueTime(by_day: string, start_time: string): string {
  const [, hours = '0', minutes = '0'] = /^(\d\d):(\d\d)/.exec(start_time) ?? []
  return new Date(
    Date.parse(by_day) + (Number(hours) * 60 + Number(minutes)) * 60_000,
  ).toISOString()
}
