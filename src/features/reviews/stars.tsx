import { formatCount, formatStars } from '#contract/quantities'
import { Card } from '#ui/page'
import { ProgressBar } from '#ui/progress'
import styles from './reviews.module.css'
import { StarRating } from './star-line.tsx'

/** The first label is for one star. */
export const starLabels = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

/** The average of verified reviews, and how many of them gave each number of stars. */
export function ScoreSummary({
  average,
  stars,
}: {
  average: number | null
  stars: readonly number[]
}) {
  if (average === null) return null
  const total = stars.reduce((sum, ratings) => sum + ratings, 0)
  return (
    <Card label="All stars together">
      <div className={styles.score}>
        <p>
          <b>{formatStars(average)}</b>
          <StarRating rating={average} />
          <small>{formatCount(total, 'verified review')}</small>
        </p>
        <ul>
          {[5, 4, 3, 2, 1].map((rating) => {
            const ratings = stars[rating - 1] ?? 0
            return (
              <li key={rating}>
                <span aria-hidden="true">{rating} ★</span>
                <ProgressBar
                  value={ratings}
                  max={total}
                  label={`${formatCount(rating, 'star')}: ${ratings}`}
                />
                <span aria-hidden="true">{ratings}</span>
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}
