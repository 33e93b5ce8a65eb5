const day_ms = 86_400_000

/** How long each stored answer stays on the phone after it came, ms. */
export const retentionTimes = { day: day_ms, week: 7 * day_ms, month: 31 * day_ms } as const
export type RetentionTime = keyof typeof retentionTimes

/**
 * How long an answer stays on the phone after it came: spread one into a query's options, as in
 * `queryOptions({ queryKey, queryFn, ...retention.week })`. Without it nothing is kept.
 */
export const retention = {
  day: { meta: { keep: 'day' } },
  week: { meta: { keep: 'week' } },
  month: { meta: { keep: 'month' } },
} as const satisfies Record<RetentionTime, { meta: { keep: RetentionTime } }>

export const isRetentionTime = (value: unknown): value is RetentionTime =>
  typeof value === 'string' && value in retentionTimes
