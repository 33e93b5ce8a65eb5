import type { Booking } from '#contract/bookings/model'
import { ShareTripInput, type TripSharing } from '#contract/sharing/model'
import { getBookingQuery } from '#features/bookings'
import { ShareButtons } from '#ui/share-buttons'
import { serverNow } from '#lib/clock'
import { formatPhone } from '#contract/phone'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { CheckField } from '#ui/choices'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import {
  findTripLinkUrl,
  revokeTripLink,
  createTripLink,
  tripSharingQuery,
  useRefreshSharing,
} from './queries.ts'
import { RefusedReports, TripReportButtons } from './trip-report-buttons.tsx'

/** Links with which others can follow the trip, and the button "I have arrived", at `/ticket/:reference/share`. */
export function ShareTripScreen() {
  const { reference = '' } = useParams()
  const sharing = useQuery(tripSharingQuery(reference))
  return (
    <Page title="Share my trip" back={{ to: `/ticket/${reference}`, label: 'Ticket' }} narrow>
      <QueryResult
        query={sharing}
        refused={{
          not_found: () => <BookingNotFound />,
          code_needed: () => <BookingNotFound />,
          sharing_closed: ({ detail }) => <Notice title={detail} />,
          ticket_not_ready: () => (
            <Notice
              tone="warning"
              title="A trip is shared once it is paid."
              actions={<ButtonLink to={`/bookride/pay?booking=${reference}`}>Pay</ButtonLink>}
            />
          ),
        }}
      >
        {(data) => <Sharing reference={reference} sharing={data} />}
      </QueryResult>
    </Page>
  )
}

const BookingNotFound = () => (
  <ErrorState
    picture="missing"
    title="This trip is not on this phone."
    action={<ButtonLink to="/profile/trip">My trips</ButtonLink>}
  />
)

function Sharing({ reference, sharing }: { reference: string; sharing: TripSharing }) {
  const { data: booking } = useQuery(getBookingQuery(reference))
  // If nobody follows the trip, the link is displayed first.
  const isFollowed = sharing.links.some(({ ended_at }) => ended_at === null)
  const isOver = Date.parse(sharing.ends_at) < serverNow()
  if (isOver)
    return (
      <Notice title="This trip is over, and so are its links.">
        They ended {formatDayTime(sharing.ends_at)}.
      </Notice>
    )
  // `sharing` may be a copy on this phone that is older than the cancellation of the booking.
  if (booking?.status === 'cancelled' || booking?.status === 'operator_cancelled')
    return (
      <ErrorState
        picture="cancelled"
        title="This booking was cancelled, so its trip can no longer be followed."
      />
    )
  const how = <TripReportButtons key="how" reference={reference} sharing={sharing} />
  const links = <Links key="links" {...{ reference, sharing, booking }} />
  const not_said = <RefusedReports key="not said" reference={reference} />
  return isFollowed ? [not_said, how, links] : [not_said, links, how]
}

interface LinksProps {
  reference: string
  sharing: TripSharing
  booking: Booking | undefined
}

function Links({ reference, sharing, booking }: LinksProps) {
  const live = sharing.links.filter(({ ended_at }) => ended_at === null)
  const kin = booking?.next_of_kin ?? undefined
  const road = booking && `${booking.trip.from.city.name} to ${booking.trip.to.city.name}`
  return (
    <>
      {live.map(({ id, wants_sms }) => (
        <Link key={id} {...{ reference, id, wants_sms, road }} />
      ))}
      <NewLink reference={reference} kin={kin} isFirst={live.length === 0} />
      {booking?.return_trip && (
        <ButtonLink to={`/ticket/${booking.return_trip.other}/share`}>
          {booking.return_trip.way === 'out' ? 'Share the return trip' : 'Share the outbound trip'}
        </ButtonLink>
      )}
    </>
  )
}

interface LinkProps {
  reference: string
  id: string
  wants_sms: boolean
  road: string | undefined
}

function Link({ reference, id, wants_sms, road = 'my trip' }: LinkProps) {
  const refresh = useRefreshSharing()
  const ending = useMutation({
    mutationFn: () => revokeTripLink(reference, id),
    onSuccess: refresh,
  })
  const address = findTripLinkUrl(id)
  return (
    <Card label="A link to this trip">
      <h2>Your link</h2>
      {address === undefined ? (
        <p>This link was made on another phone. Only that phone can show it.</p>
      ) : (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            See what they see
          </a>
        </p>
      )}
      {wants_sms && <p>Your next of kin gets an SMS if you do not confirm your arrival.</p>}
      <ButtonRow>
        {address !== undefined && <ShareButtons text={`Follow my bus, ${road}: ${address}`} />}
        <ConfirmButton yes="Yes, end it" busy={ending.isPending} onConfirm={ending.mutate}>
          End this link
        </ConfirmButton>
      </ButtonRow>
      <FailureNotice error={ending.error} />
    </Card>
  )
}

interface NewLinkProps {
  reference: string
  kin: { full_name: string; phone: string } | undefined
  isFirst: boolean
}

function NewLink({ reference, kin, isFirst }: NewLinkProps) {
  const [wantsSms, setWantsSms] = useState(false)
  const form = useForm(ShareTripInput, {
    draft: { value: wantsSms },
    read: (wants_sms) => ({ reference, wants_sms }),
    send: createTripLink,
    done: useRefreshSharing(),
  })
  return (
    <Card label="A new link">
      <h2>{isFirst ? 'Let somebody follow your trip' : 'Another link'}</h2>
      <p>
        They see your first name, the operator, the plate, the driver if the operator names one, the
        times and any delay. Nobody sees where you are unless you write it.
      </p>
      <Form
        onSubmit={form.submit}
        error={form.error}
        offline="No network. You can make a link when you are online."
        action={
          <Button type="submit" kind={isFirst ? 'primary' : 'plain'} busy={form.isSending} wide>
            Make a link
          </Button>
        }
      >
        {kin !== undefined && (
          <CheckField
            label={`Text ${kin.full_name} if I do not confirm my arrival`}
            hint={`An SMS to ${formatPhone(kin.phone)} if you have not said “I have arrived” two hours after arrival.`}
            checked={wantsSms}
            onChange={setWantsSms}
          />
        )}
      </Form>
    </Card>
  )
}
