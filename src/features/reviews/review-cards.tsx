import type { Review } from '#contract/reviews/model'
import { computeDay, formatDay } from '#lib/format'
import { useIsSavingData } from '#lib/online'
import { Card } from '#ui/page'
import { Link } from '#ui/link'
import { OwnerAnswerForm } from './owners-answer.tsx'
import { ReportReview } from './report.tsx'
import styles from './reviews.module.css'
import { ReviewScores } from './scores.tsx'
import { StarRating } from './star-line.tsx'

/** One review. `with_subject` also shows what it is about. */
export function ReviewCard({ review, with_subject }: { review: Review; with_subject: boolean }) {
  const { id, about, author, rating, body, is_verified, written_at, scores, answer, photos } =
    review
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
      {about.kind === 'business' && answer === null && <OwnerAnswerForm id={id} />}
      <ReportReview id={id} of={author} />
    </Card>
  )
}
