import { decideReview, listReviewsForStaff } from '#contract/reviews/endpoints'
import { DecideReviewInput } from '#contract/reviews/model'
import { call } from '#lib/api'
import { formatMoment } from '#lib/format'
import { OutcomeNotice, useOutcome } from '#ui/desk/outcome'
import { QueryResult } from '#ui/query-result'
import { CardList, MutedText } from '#ui/desk/page'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ModerationCard } from './moderation-card.tsx'

const key = ['reviews']
const reviewsQuery = (queue: 'waiting' | 'reported') =>
  queryOptions({
    queryKey: [...key, queue],
    queryFn: ({ signal }) => call(listReviewsForStaff, { queue, per_page: 100 }, { signal }),
  })

/** The reviews that our staff must check, or that somebody has reported. */
export function ReviewQueue({ queue }: { queue: 'waiting' | 'reported' }) {
  const query = useQuery(reviewsQuery(queue))
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <QueryResult query={query}>
      {({ data }) => (
        <>
          <OutcomeNotice outcome={outcome} />
          {data.length === 0 && <MutedText>Nothing is waiting.</MutedText>}
          <CardList>
            {data.map(({ id, author, about, rating, body, is_verified, reports, written_at }) => (
              <ModerationCard
                key={id}
                id={id}
                head={`${author} on ${about.name} · ${rating} of 5 · ${is_verified ? 'travelled with them' : 'not verified'} · ${formatMoment(Date.parse(written_at))}`}
                body={body}
                reports={reports}
                hide="Hide"
                hint="It is kept in the log. The author does not see it."
                schema={DecideReviewInput}
                read={(isShown, reason) => ({
                  id,
                  written_at,
                  became: isShown ? 'shown' : 'hidden',
                  reason,
                })}
                decide={(input, act) => call(decideReview, input, { key: act })}
                queryKey={key}
                onOutcome={setOutcome}
              />
            ))}
          </CardList>
        </>
      )}
    </QueryResult>
  )
}
