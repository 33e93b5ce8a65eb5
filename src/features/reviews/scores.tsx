import { formatStars } from '#contract/quantities'
import type { Review, ReviewsMeta } from '#contract/reviews/model'
import { aspectLabels } from '#contract/reviews/rules'
import styles from './reviews.module.css'

export function ReviewScores({ scores }: { scores: Review['scores'] }) {
  if (scores.length === 0) return null
  return (
    <ul className={styles.scores} aria-label="Stars for each">
      {scores.map(({ what, stars }) => (
        <li key={what}>
          {aspectLabels[what]} <b>{stars}</b>
        </li>
      ))}
    </ul>
  )
}

/** The average scores of verified reviews, by aspect. */
export function MeanScores({ scores }: { scores: ReviewsMeta['scores'] }) {
  if (scores.length === 0) return null
  return (
    <ul className={styles.scores} aria-label="What the stars are for">
      {scores.map(({ what, average, many }) => (
        <li key={what}>
          {aspectLabels[what]} <b>{formatStars(average)}</b> <small>({many})</small>
        </li>
      ))}
    </ul>
  )
}
