import { hasShape, type Shape } from '#contract/shape'
import type { QueryKey, QueryMeta } from '@tanstack/react-query'

const day_ms = 86_400_000

/** The retention of each kind of stored answer, ms. */
export const retentionTimes = { day: day_ms, week: 7 * day_ms, month: 31 * day_ms } as const
export type RetentionTime = keyof typeof retentionTimes

const makeRetention =
  (keep: RetentionTime) =>
  (shape: Shape = 'any') => ({ meta: { keep, shape } })

/**
 * How long an answer is stored on the phone, and its shape: an answer of another shape is neither stored nor read.
 * Spread one into a query's options: `queryOptions({ queryKey, queryFn, ...retention.week(getTrip.shape) })`. Without
 * it, the answer is not stored.
 */
export const retention = {
  day: makeRetention('day'),
  week: makeRetention('week'),
  month: makeRetention('month'),
}

export const isRetentionTime = (value: unknown): value is RetentionTime =>
  typeof value === 'string' && value in retentionTimes

/** The part of a query's options by which its stored answer is found. */
export interface AnswerLocator {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
  initialPageParam?: unknown
}

/** Returns whether data has the shape of the answer that a query asks for. An infinite list has at least one page. */
export function hasExpectedShape(
  { meta, options }: { meta: QueryMeta | undefined; options: object },
  data: unknown,
): boolean {
  const shape = (meta?.['shape'] ?? 'any') as Shape
  if (!('initialPageParam' in options)) return hasShape(shape, data)
  const isPaged = hasShape({ pages: [shape], pageParams: ['any'] }, data)
  return isPaged && (data as { pages: unknown[] }).pages.length > 0
}
