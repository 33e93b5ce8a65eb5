const day_ms = 86_400_000

/** How long each kept answer stays on the phone after it came, ms. */
export const keptLengths = { day: day_ms, week: 7 * day_ms, month: 31 * day_ms } as const
export type KeptLength = keyof typeof keptLengths

/**
 * How long an answer stays on the phone after it came: spread one into a query's options, as in
 * `queryOptions({ queryKey, queryFn, ...keepFor.week })`. Without it nothing is kept.
 */
export const keepFor = {
  day: { meta: { keep: 'day' } },
  week: { meta: { keep: 'week' } },
  month: { meta: { keep: 'month' } },
} as const satisfies Record<KeptLength, { meta: { keep: KeptLength } }>

export const isKeptLength = (value: unknown): value is KeptLength =>
  typeof value === 'string' && value in keptLengths
