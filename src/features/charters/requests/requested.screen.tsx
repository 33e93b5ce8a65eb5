import type { CharterRequest } from '#contract/charters/requests/model'
import { charterPaths, LazyInlineSignIn } from '#features/charters'
import { findItemRefusal, LateAnswer, SendingNotice } from '#features/offline'
import { onItemSent, type OutboxItem, useOutboxList } from '#lib/outbox'
import { useUser } from '#lib/session'
import { makeEditPath } from '#lib/outbox'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { FailureNotice } from '#ui/form'
import { Skeleton, Page } from '#ui/page'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CharterRequestView } from './request-view.tsx'
import { getCharterRequestQuery, listRequestsQuery, storeRequest } from './queries.ts'

/** The state of a sent request (`?sent=`), then its offers (`?request=`), at `/charter-request/success`. */
export function CharterRequestedScreen() {
  const [params] = useSearchParams()
  const reference = params.get('request')
  if (reference !== null) return <OneRequest key={reference} reference={reference} />
  return <SentRequest id={params.get('sent') ?? ''} />
}

function OneRequest({ reference }: { reference: string }) {
  const request = useQuery(getCharterRequestQuery(reference))
  return (
    <QueryResult
      title="Your request"
      query={request}
      refused={{ not_found: () => <NoRequest />, invalid_input: () => <NoRequest /> }}
    >
      {(data) => <CharterRequestView request={data} />}
    </QueryResult>
  )
}

function SentRequest({ id }: { id: string }) {
  const items = useOutboxList()
  const item = items?.find((one) => one.id === id)
  if (items !== undefined && item === undefined) return <NoRequest />
  return (
    <Page title="Your request" narrow>
      {item === undefined ? <Skeleton /> : <SendingRequestView item={item} />}
    </Page>
  )
}

/** Shows the state of a request until the server has it, then goes to its offers. */
function SendingRequestView({ item }: { item: OutboxItem }) {
  const { request, refetch } = useTaken(item)
  const user = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const lead = useEffectEvent(() => {
    if (request === undefined) return
    storeRequest(queries, request)
    void navigate(charterPaths.request(request.reference), { replace: true })
  })
  useEffect(() => lead(), [request?.reference])
  if (item.state === 'sent')
    return (
      <LateAnswer
        waiting="Sent. Looking for offers…"
        list={{ to: '/profile/charters', name: 'My charters' }}
        again={refetch}
      >
        Operators can answer your request now. Under My charters, you see their offers.
      </LateAnswer>
    )
  return (
    <>
      <FailureNotice error={findItemRefusal(item)} offline="" />
      <SendingNotice
        item={item}
        see={<ButtonLink to={makeEditPath(item)}>Change it</ButtonLink>}
        thanks=""
      >
        <b>{item.title}</b>
      </SendingNotice>
      {user === undefined && (
        <LazyInlineSignIn why="A request needs an account, so that offers reach you and nobody else." />
      )}
    </>
  )
}

/**
 * Returns the request that was created from an outbox item; undefined until the phone knows it. `refetch` asks the
 * server for it.
 */
function useTaken({ id, state }: OutboxItem) {
  const [heard, setHeard] = useState<CharterRequest>()
  useEffect(
    () =>
      onItemSent((sent, answer) => {
        if (sent.id === id && answer !== undefined) setHeard(answer as CharterRequest)
      }),
    [id],
  )
  const { data, refetch } = useInfiniteQuery({
    ...listRequestsQuery,
    staleTime: 0,
    enabled: state === 'sent' && heard === undefined,
  })
  const listed = data?.pages
    .flatMap((page) => page.data)
    .find(({ client_ref }) => client_ref === id)
  return { request: heard ?? listed, refetch }
}

function NoRequest() {
  return (
    <MissingPage
      title="Request not found"
      text="This request is not in your account."
      to="/profile/charters"
      action="My charters and requests"
      other={<ButtonLink to="/charter-request">Ask for offers</ButtonLink>}
    >
      It may have been sent already, or deleted.
    </MissingPage>
  )
}
