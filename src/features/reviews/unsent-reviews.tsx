import { UnsentCard } from '#features/offline'
import { type OutboxItem, useOutbox } from '#lib/outbox'
import { findSubjectInInput, makeReviewFormValues } from './form-model.ts'
import type { SubjectRef } from './queries.ts'
import styles from './reviews.module.css'
import { StarRating } from './star-line.tsx'

/** `about`: the subject, undefined for all. Renders nothing if all reviews are sent. */
export function UnsentReviews({ about }: { about: SubjectRef | undefined }) {
  const items = useOutbox('review').filter(
    ({ state, input }) =>
      state !== 'sent' && (about === undefined || findSubjectInInput(input)?.code === about.code),
  )
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Your reviews that are not sent yet">
      {items.map((item) => (
        <WaitingReview key={item.id} item={item} />
      ))}
    </ul>
  )
}

function WaitingReview({ item }: { item: OutboxItem }) {
  const { rating, body } = makeReviewFormValues(item.input)
  return (
    <UnsentCard item={item}>
      <div className={styles.head}>
        <StarRating rating={rating} />
        <b>{item.title}</b>
      </div>
      <p className={styles.body}>{body}</p>
    </UnsentCard>
  )
}
