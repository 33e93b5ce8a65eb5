import { formatCount } from '#contract/quantities'
import { maxSeats } from '#contract/policy'
import { JoinWaitingListInput, type WaitlistEntry } from '#contract/waitlist/model'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { TripLine } from '#ui/pictures/trip-line'
import { getTripQuery } from '#features/trips'
import { formatDay } from '#lib/format'
import { useUser } from '#lib/session'
import { parseCountParameter } from '#lib/url-parameters'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { joinWaitlist, myTravelRequestsQuery, useRefreshWaitlists } from './queries.ts'
import { TravellersField } from './route-fields.tsx'

/** The waiting list of a sold-out departure, at `/profile/travel-request/wait?trip=&passengers=`. */
export function JoinWaitlistScreen() {
  const [params] = useSearchParams()
  const trip_id = params.get('trip') ?? ''
  const trip = useQuery({ ...getTripQuery(trip_id), enabled: trip_id !== '' })
  return (
    <Page
      title="Waiting list"
      under="When seats come free, we hold yours for 30 minutes and tell you. Seats not taken go to the next person."
      back={{ to: `/bookride/details?trip=${trip_id}`, label: 'The trip' }}
      narrow
    >
      {trip_id === '' ? (
        <NoTrip />
      ) : (
        <QueryResult
          query={trip}
          refused={{ not_found: () => <NoTrip />, invalid_input: () => <NoTrip /> }}
        >
          {(data) => (
            <>
              <Card label="The departure">
                <h2>
                  {data.from.city.name} to {data.to.city.name}
                </h2>
                <p>
                  {formatDay(data.service_date)} · {data.operator.name}
                </p>
                <TripLine trip={data} />
              </Card>
              <JoinForm
                trip_id={trip_id}
                wanted={parseCountParameter(params, 'passengers', maxSeats) ?? 1}
              />
            </>
          )}
        </QueryResult>
      )}
    </Page>
  )
}

function JoinForm({ trip_id, wanted }: { trip_id: string; wanted: number }) {
  const [travellers, setTravellers] = useState(String(wanted))
  const refresh = useRefreshWaitlists()
  const { data } = useQuery({ ...myTravelRequestsQuery, enabled: useUser() !== undefined })
  const form = useForm(JoinWaitingListInput, {
    draft: { value: travellers },
    read: (value) => ({ trip_id, travellers: Number(value) }),
    send: joinWaitlist,
    done: refresh,
  })
  const place =
    data?.data.find(({ trip, state }) => trip?.id === trip_id && openStates.has(state)) ??
    form.answer
  if (place !== undefined) return <WaitlistPosition place={place} />
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending} wide>
          Join the waiting list
        </Button>
      }
    >
      <TravellersField
        value={travellers}
        error={form.errors['travellers']}
        onChange={setTravellers}
      />
    </Form>
  )
}

const openStates = new Set<WaitlistEntry['state']>(['waiting', 'offered'])

/** The state of the user's existing entry in the waiting list. */
function WaitlistPosition({ place: { state, ahead } }: { place: WaitlistEntry }) {
  const seeAll = <ButtonLink to="/profile/travel-request">My travel requests</ButtonLink>
  if (state === 'offered')
    return <Notice tone="success" live="polite" title="Seats are held for you." actions={seeAll} />
  return (
    <Notice tone="success" live="polite" title="You are on the waiting list." actions={seeAll}>
      {ahead === 0
        ? 'You are first in line.'
        : `${formatCount(ahead, 'seat is', 'seats are')} wanted before you.`}{' '}
      We will tell you when it is your turn.
    </Notice>
  )
}

function NoTrip() {
  return (
    <Notice
      tone="warning"
      title="Departure not found."
      actions={
        <ButtonLink to="/" kind="primary">
          Search again
        </ButtonLink>
      }
    >
      It is no longer in the timetable, or the link is not complete.
    </Notice>
  )
}
