import { formatCount, pluralize } from '#contract/quantities'
import { parseNaira } from '#contract/money'
import { TravelRequestInput, type TravelRequest } from '#contract/waitlist/model'
import { maxRequestDaysAhead } from '#contract/waitlist/rules'
import { useCityOptions } from '#features/lookups'
import { OutboxItemLoader, OutboxForm, findItemRefusal, SendingNotice } from '#features/offline'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { rememberPage } from '#lib/browser'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { Button, ButtonLink } from '#ui/button'
import { TextField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { Card, Page } from '#ui/page'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { travelRequestsQuery, joinExistingRequest, useRefreshWaitlists } from './queries.ts'
import { RouteFields, TravellersField } from './route-fields.tsx'
import {
  findDayErrors,
  findFareError,
  formatDaySpan,
  type TravelRequestDraft,
  makeTravelRequestFromUrl,
  makeTravelRequestDraft,
} from './form-model.ts'
import styles from './waitlist.module.css'

/** Requests a route, at `/profile/travel-request/ask?from=&to=&date=&passengers=&waiting=`. */
export function RequestRouteScreen() {
  const [kept, setKept] = useState<OutboxItem>()
  return (
    <Page
      title="Ask for a route"
      under="Operators see how many want it. When one offers a bus, we hold your seats for 30 minutes, in the order people asked."
      back={{ to: '/profile/travel-request', label: 'Travel requests' }}
      narrow
    >
      {kept !== undefined ? (
        <SendingNotice
          item={kept}
          see={<ButtonLink to="/profile/travel-request">My travel requests</ButtonLink>}
          thanks="We will tell you as soon as an operator offers a bus."
        />
      ) : (
        <OutboxItemLoader what="travel request">
          {(waiting) => <AskForm key={waiting?.id} waiting={waiting} onKept={setKept} />}
        </OutboxItemLoader>
      )}
    </Page>
  )
}

interface AskFormProps {
  waiting: OutboxItem | undefined
  onKept: (item: OutboxItem) => void
}

/** The form for route, days, travellers and highest fare. The request is stored on the phone before it is sent. */
function AskForm(props: AskFormProps) {
  const { draft, form } = useAsking(props)
  const written = draft.value
  const fields = form.errors
  const change = (part: Partial<TravelRequestDraft>) =>
    draft.change((before) => ({ ...before, ...part }))
  return (
    <>
      <ExistingRequests written={written} />
      <OutboxForm form={form} draft={draft} what="A travel request" action="Ask for this route">
        <Card as="div">
          <RouteFields
            written={written}
            errors={fields}
            ahead={maxRequestDaysAhead}
            change={change}
          />
          <TravellersField
            value={written.travellers}
            error={fields['travellers']}
            onChange={(travellers) => change({ travellers })}
          />
          <TextField
            label="Highest fare for one traveller, in naira"
            hint="You are only offered buses that cost no more"
            optional
            name="max_fare_kobo"
            inputMode="decimal"
            autoComplete="off"
            value={written.fare}
            error={fields['max_fare_kobo']}
            onChange={(fare) => change({ fare })}
          />
        </Card>
      </OutboxForm>
    </>
  )
}

function useAsking({ waiting, onKept }: AskFormProps) {
  const [params] = useSearchParams()
  const cities = useCityOptions()
  const nameOf = (code: string) => cities.find(({ value }) => value === code)?.label ?? code
  const draft = useDraft<TravelRequestDraft>(
    `travel-request-${waiting?.id ?? params.toString()}`,
    waiting === undefined
      ? makeTravelRequestFromUrl(params)
      : makeTravelRequestDraft(waiting.input),
  )
  const form = useForm(TravelRequestInput, {
    draft,
    read: inputOf,
    faults: ({ from, to, fare, ...days }) => ({
      ...(from === '' && { from: 'Choose where you start.' }),
      ...(to === '' && { to: 'Choose where you go.' }),
      ...findDayErrors(days),
      ...findFareError(fare, 'max_fare_kobo'),
    }),
    send: {
      item: (input) => ({
        kind: 'travel_request',
        input,
        title: `${nameOf(input.from)} to ${nameOf(input.to)}, ${formatDaySpan(input)}`,
        expires_at: Date.parse(`${input.last_day}T22:59:59Z`),
      }),
      waiting,
    },
    refused: findItemRefusal(waiting),
    done: (item) => onKept(item),
  })
  return { draft, form }
}

/** Returns the request to send from what was typed so far. */
function inputOf({ fare, travellers, ...road }: TravelRequestDraft) {
  const max_fare_kobo = parseNaira(fare)
  return { ...road, travellers: Number(travellers), ...(max_fare_kobo && { max_fare_kobo }) }
}

/** The existing requests for the route, each with a button to join it. */
function ExistingRequests({ written }: { written: TravelRequestDraft }) {
  const { from, to, travellers, max_fare_kobo } = inputOf(written)
  const { data } = useQuery(travelRequestsQuery(from, to))
  const user = useUser()
  const others = data?.data ?? []
  if (others.length === 0 || user === undefined) return null
  return (
    <ul className={styles.list} aria-label="Others want this route">
      {others.map((one) => (
        <ExistingRequestRow key={one.id} request={one} wish={{ travellers, max_fare_kobo }} />
      ))}
    </ul>
  )
}

type JoinInput = Parameters<typeof joinExistingRequest>[0]

/** `wish`: the travellers and the highest fare, which are those of the form. */
function ExistingRequestRow({
  request,
  wish,
}: {
  request: TravelRequest
  wish: Pick<JoinInput, 'travellers' | 'max_fare_kobo'>
}) {
  const navigate = useNavigate()
  const refresh = useRefreshWaitlists()
  const act = useIdempotencyKey()
  const joining = useMutation({
    mutationFn: () =>
      joinExistingRequest(
        { request: request.id, ...wish },
        act.keyFor(`${request.id} ${wish.travellers} ${wish.max_fare_kobo}`),
      ),
    onMutate: rememberPage,
    onSuccess: async (_, __, isStillHere) => {
      act.settle()
      await refresh()
      if (isStillHere()) void navigate('/profile/travel-request')
    },
    onError: (error) => act.settle(error),
  })
  const road = `${request.from.name} to ${request.to.name}`
  return (
    <Card as="li" label={`${road}, ${formatDaySpan(request)}`}>
      <p>
        <b>{formatCount(request.travellers, 'traveller')}</b>{' '}
        {pluralize(request.travellers, 'wants', 'want')} {road}, {formatDaySpan(request)}.
      </p>
      <FailureNotice
        error={joining.error}
        offline="No network. Fill in the form instead: it is sent later."
      />
      <div>
        <Button busy={joining.isPending} onClick={() => joining.mutate()}>
          Join them
        </Button>
      </div>
    </Card>
  )
}
