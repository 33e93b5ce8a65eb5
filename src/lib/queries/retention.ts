const day_ms = 86_400_000

/** The retention of each kind of stored answer, ms. */
export const retentionTimes = { day: day_ms, week: 7 * day_ms, month: 31 * day_ms } as const
export type RetentionTime = keyof typeof retentionTimes

/**
 * How long an answer is stored on the phone. Spread one into a query's options: `queryOptions({ queryKey, queryFn,
 * ...retention.week })`. Without it, the answer is not stored.
 */
export const retention = {
  day: { meta: { keep: 'day' } },
  week: { meta: { keep: 'week' } },
  month: { meta: { keep: 'month' } },
} as const satisfies Record<RetentionTime, { meta: { keep: RetentionTime } }>

export const isRetentionTime = (value: unknown): value is RetentionTime =>
  typeof value === 'string' && value in retentionTimes
