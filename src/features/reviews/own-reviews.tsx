import { formatNumber } from '#contract/quantities'
import { Button } from '#ui/button'
import { useState } from 'react'
import { type SubjectRef, useMyReviews } from './queries.ts'
import { OwnReviewCard } from './review-cards.tsx'
import styles from './reviews.module.css'

const few = 2

/**
 * The user's own reviews, optionally of one subject, including those that only their author sees. They are after the
 * list or, on a wide screen, beside it: the list may be prerendered, and must not move when the user's reviews have
 * loaded.
 */
export function OwnReviews({ about }: { about: SubjectRef | undefined }) {
  const [isWhole, setWhole] = useState(false)
  const mine = useMyReviews(about)
  if (mine.length === 0) return null
  return (
    <section className={`${styles.list} ${styles.own}`} aria-labelledby="own-reviews">
      <h2 id="own-reviews">{about === undefined ? 'Your reviews' : 'Your review'}</h2>
      <ul className={styles.list}>
        {mine.slice(0, isWhole ? mine.length : few).map((review) => (
          <OwnReviewCard key={review.id} review={review} with_subject={about === undefined} />
        ))}
      </ul>
      {!isWhole && mine.length > few && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          All {formatNumber(mine.length)} of your reviews
        </Button>
      )}
    </section>
  )
}
