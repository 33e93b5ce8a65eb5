import { reviewStateNotes } from '#contract/reviews/rules'
import type { OwnReview, Review } from '#contract/reviews/model'
import { computeDay, formatDay } from '#lib/format'
import { useIsSavingData } from '#lib/online'
import { Card } from '#ui/page'
import { Link } from '#ui/link'
import type { ReactNode } from 'react'
import { OwnerAnswerForm } from './owners-answer.tsx'
import { isReviewOpen, makeReviewFormPath } from './queries.ts'
import { ReportReview } from './report.tsx'
import { ReviewedTrip } from './reviewed-trip.tsx'
import styles from './reviews.module.css'
import { ReviewScores } from './scores.tsx'
import { StarRating } from './star-line.tsx'

interface ReviewCardProps {
  review: Review
  /** Whether it also shows what it is about. */
  with_subject: boolean
}

/** One review, which its readers can report. */
export function ReviewCard(props: ReviewCardProps) {
  const { id, about, author, answer } = props.review
  return (
    <ReviewText {...props}>
      {about.kind === 'business' && answer === null && <OwnerAnswerForm id={id} />}
      <ReportReview id={id} of={author} />
    </ReviewText>
  )
}

/** One of the user's own reviews: also shows its trip and who can see it. */
export function OwnReviewCard({ review, ...props }: ReviewCardProps & { review: OwnReview }) {
  const note = reviewStateNotes[review.state]
  return (
    <ReviewText {...props} review={review}>
      {review.trip && <ReviewedTrip label="Your trip" trip={review.trip} isLink />}
      {note !== undefined && <p>{note}</p>}
      <p className={styles.ways}>
        <Link to={makeReviewFormPath(review.about)}>
          {isReviewOpen(review) ? 'Change or delete it' : 'Delete it'}
        </Link>
      </p>
    </ReviewText>
  )
}

function ReviewText({ review, with_subject, children }: ReviewCardProps & { children: ReactNode }) {
  const { about, author, rating, body, is_verified, written_at, scores, answer, photos } = review
  const savesData = useIsSavingData()
  const day = computeDay(written_at)
  return (
    <Card as="li" label={`${author} on ${about.name}`}>
      <div className={styles.head}>
        <StarRating rating={rating} />
        <time dateTime={written_at}>{formatDay(day)}</time>
      </div>
      {with_subject && (
        <h2>
          <Link to={`/reviews?${about.kind}=${about.code}`}>{about.name}</Link>
          {about.kind === 'park' && <small> · Motor park</small>}
          {about.kind === 'business' && <small> · Business</small>}
        </h2>
      )}
      <p className={styles.body}>{body}</p>
      <ReviewScores scores={scores} />
      {photos.length > 0 && !savesData && (
        <div className={styles.photos}>
          {photos.map((path, index) => (
            <img
              key={path}
              src={`/api${path}?w=384`}
              alt={`Taken by ${author}, ${index + 1} of ${photos.length}`}
              width="160"
              height="120"
              loading="lazy"
            />
          ))}
        </div>
      )}
      <p className={styles.who}>
        {author}
        {is_verified ? (
          <span className={styles.verified}>
            {about.kind === 'business' ? '✓ Travelled to or from there' : '✓ Made the trip'}
          </span>
        ) : (
          <span>Not verified: does not count towards the stars</span>
        )}
      </p>
      {answer !== null && (
        <blockquote className={styles.answer}>
          <b>{about.name} answers</b>
          <time dateTime={answer.at}>{formatDay(computeDay(answer.at))}</time>
          <p className={styles.body}>{answer.text}</p>
        </blockquote>
      )}
      {children}
    </Card>
  )
}
