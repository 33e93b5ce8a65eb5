import type { reviewStates } from './rules.ts'

/**
 * What the author of a review reads about its state; undefined if everybody sees the review. These texts are not in
 * `rules.ts`, since the first page loads that file.
 */
export const reviewStateNotes: Record<(typeof reviewStates)[number], string | undefined> = {
  shown: undefined,
  waiting: 'Only you see it until our staff have checked it.',
  hidden: 'Our staff have hidden it. Only you see it.',
}
