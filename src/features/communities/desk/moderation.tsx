import { DecidePostInput } from '#contract/communities/model'
import { decidePost, listModerationQueue } from '#contract/communities/endpoints'
import { ModerationCard, ReviewQueue } from '#features/reviews/desk'
import { call } from '#lib/api'
import { formatMoment } from '#lib/format'
import { OutcomeNotice, useOutcome } from '#ui/desk/outcome'
import { QueryResult } from '#ui/query-result'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { queryOptions, useQuery } from '@tanstack/react-query'

const postsQuery = queryOptions({
  queryKey: ['posts'],
  queryFn: ({ signal }) => call(listModerationQueue, { per_page: 100 }, { signal }),
})

/** Reviews and posts that await moderation. Each can be published or hidden, with a reason that is logged. */
export function ModerationScreen() {
  return (
    <DeskPage title="Moderation">
      <h2>Reported reviews</h2>
      <ReviewQueue queue="reported" />
      <h2>Reviews to check</h2>
      <ReviewQueue queue="waiting" />
      <h2>Community posts</h2>
      <Posts />
    </DeskPage>
  )
}

function Posts() {
  const query = useQuery(postsQuery)
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <QueryResult query={query}>
      {({ data }) => (
        <>
          <OutcomeNotice outcome={outcome} />
          {data.length === 0 && <MutedText>Nothing is waiting.</MutedText>}
          <CardList>
            {data.map(({ id, author, group, state, body, reports, appeal, written_at }) => (
              <ModerationCard
                key={id}
                id={id}
                head={`${author} in ${group} · ${state} · ${formatMoment(Date.parse(written_at))}`}
                body={body}
                reports={reports}
                appeal={appeal}
                hide="Remove"
                hint="The author sees this. It is kept in the log."
                schema={DecidePostInput}
                read={(isShown, reason) => ({
                  id,
                  decision: isShown ? 'shown' : 'removed',
                  reason,
                })}
                decide={(input, key) => call(decidePost, input, { key })}
                queryKey={postsQuery.queryKey}
                onOutcome={setOutcome}
              />
            ))}
          </CardList>
        </>
      )}
    </QueryResult>
  )
}
