import { CallError } from '#lib/api'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/page'
import { ProgressBar } from '#ui/progress'
import { MoreButton, QueryResult, type QueryState, RefreshButton } from '#ui/query-result'
import { SuccessHeading } from '#ui/success'
import { VisuallyHidden } from '#ui/visually-hidden'
import { UnreadableStoreNotice } from '#ui/unreadable-store-notice'
import { ExampleCard } from './example-card.tsx'

const query: QueryState<string> = {
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  failureReason: null,
  fetchStatus: 'idle',
  refetch: () => undefined,
}

/** Examples of what a screen displays as messages: notices, progress, and the states of a query. */
export function MessageExamples() {
  return (
    <>
      <ExampleCard title="Notices">
        <Notice title="Something to know">It is where it matters.</Notice>
        <Notice tone="warning" title="Something to look out for" />
        <Notice tone="danger" title="Something went wrong" />
        <Notice tone="success" title="Something went well" />
        <UnreadableStoreNotice title="This phone cannot read its drafts." lost="forms" />
        <p>
          A line with a part for screen readers only.
          <VisuallyHidden>Nobody sees this part.</VisuallyHidden>
        </p>
      </ExampleCard>
      <ExampleCard title="Progress">
        <ProgressBar value={2} max={3} label="Two of three seats" />
      </ExampleCard>
      <ExampleCard title="Success">
        <SuccessHeading>Paid. Your seats are booked.</SuccessHeading>
      </ExampleCard>
      <ExampleCard title="States of a query">
        <Skeleton count={1} />
        <QueryResult query={{ ...query, error: new CallError({ is_offline: true }) }}>
          {(text) => <p>{text}</p>}
        </QueryResult>
        <QueryResult
          query={{ ...query, error: new CallError({ detail: 'The server’s own refusal.' }) }}
        >
          {(text) => <p>{text}</p>}
        </QueryResult>
        <RefreshButton query={query} />
        <MoreButton
          query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined }}
        />
      </ExampleCard>
    </>
  )
}
