import { formatStars } from '#contract/quantities'
import { QueryResult } from '#ui/query-result'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import {
  type SubjectRef,
  listReviewsQuery,
  useReviewLinkLabel,
  makeReviewFormPath,
} from './queries.ts'
import { ReviewCard } from './review-cards.tsx'
import { StarRating } from './star-line.tsx'
import styles from './reviews.module.css'

/** The newest reviews of one subject with its score, and a link to all of them. */
export function RecentReviews({ about }: { about: SubjectRef }) {
  const reviews = useInfiniteQuery(listReviewsQuery(about))
  const writeWords = useReviewLinkLabel(about)
  return (
    <section className={styles.list} aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <QueryResult query={reviews}>
        {({ pages: [first] }) => (
          <>
            {first !== undefined && first.meta.average !== null && (
              <p>
                <StarRating rating={first.meta.average} /> <b>{formatStars(first.meta.average)}</b>{' '}
                of 5, by verified travellers
              </p>
            )}
            {first === undefined || first.data.length === 0 ? (
              <EmptyState picture="paper" title="No reviews yet." />
            ) : (
              <ul className={styles.list}>
                {first.data.slice(0, 3).map((review) => (
                  <ReviewCard key={review.id} review={review} with_subject={false} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryResult>
      <p className={styles.ways}>
        {reviews.data?.pages[0]?.data.length !== 0 && (
          <Link to={`/reviews?${about.kind}=${about.code}`}>All reviews</Link>
        )}
        <Link to={makeReviewFormPath(about)}>{writeWords}</Link>
      </p>
    </section>
  )
}
