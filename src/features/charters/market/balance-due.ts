/**
 * Returns when the balance is due. A quote knows only days, so `by_day` is counted from the midnight before the first
 * day. The due time of a booking is counted from its start time.
 */
export function balanceDueAt(by_day: string, start_time: string): string {
  const [, hours = '0', minutes = '0'] = /^(\d\d):(\d\d)/.exec(start_time) ?? []
  return new Date(
    Date.parse(by_day) + (Number(hours) * 60 + Number(minutes)) * 60_000,
  ).toISOString()
}
