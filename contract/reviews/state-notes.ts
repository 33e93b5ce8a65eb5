import type { reviewStates } from './rules.ts'

/**
 * What the author of a review learns about its state; undefined if everybody sees it. Not in `rules.ts`, which the
 * first page loads.
 */
export const reviewStateNotes: Record<(typeof reviewStates)[number], string | undefined> = {
  shown: undefined,
  waiting: 'Only you see it until our staff have checked it.',
  hidden: 'Our staff have hidden it. Only you see it.',
}
