import { formatCount } from '#contract/quantities'
import { priorityTripHours } from './rules.ts'

/** Says when a trip that gives priority leaves: "leaves within 24 hours" or "has just left". Times: ms since 1970. */
export const describePriorityTrip = (leaves_at: number, now: number): string =>
  leaves_at > now ? `leaves within ${formatCount(priorityTripHours, 'hour')}` : 'has just left'
