import { listBookingsQuery } from '#features/bookings'
import { NewOrWaiting, SendingNotice } from '#features/offline'
import { useUser } from '#lib/session'
import type { OutboxItem } from '#lib/outbox'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { type About, listReviewsQuery } from './queries.ts'
import { ReviewForm } from './review-form.tsx'

/** `/write-a-review?operator=&booking=&waiting=`: how it was with an operator; the last trip's at first. */
export function WriteReviewScreen() {
  const user = useUser()
  const { data: past } = useQuery({ ...listBookingsQuery('past'), enabled: user !== undefined })
  const [params] = useSearchParams()
  return (
    <WriteScreen
      usual={params.get('operator') ?? past?.[0]?.trip.operator.code ?? ''}
      path="/write-a-review"
    />
  )
}

/** `/ride-board/motor-park/:park/write-a-review`: how a motor park is. */
export function ParkReviewScreen() {
  const { park = '' } = useParams()
  const about: About = { kind: 'park', code: park }
  const { data, error } = useInfiniteQuery(listReviewsQuery(about))
  const name = data?.pages[0]?.meta.about?.name ?? 'this motor park'
  return (
    <WriteScreen
      park={{ ...about, name }}
      path={`/ride-board/motor-park/${park}/write-a-review`}
      unknown={error !== null && 'code' in error && error.code === 'not_found'}
    />
  )
}

function WriteScreen({
  usual = '',
  park,
  path,
  unknown = false,
}: {
  usual?: string
  park?: About & { name: string }
  path: string
  unknown?: boolean
}) {
  const [kept, setKept] = useState<OutboxItem>()
  const back = { to: park ? `/reviews?park=${park.code}` : '/reviews', label: 'Reviews' }
  return (
    <Page title="Write a review" under={park && `About ${park.name}.`} back={back} narrow>
      {unknown ? (
        <Notice
          kind="mind"
          title="We do not know this motor park."
          actions={<ButtonLink to="/reviews">All reviews</ButtonLink>}
        />
      ) : kept !== undefined ? (
        <Kept item={kept} back={back.to} />
      ) : (
        <NewOrWaiting what="review">
          {(waiting) => (
            <ReviewForm key={waiting?.id} {...{ usual, park, path, waiting }} onKept={setKept} />
          )}
        </NewOrWaiting>
      )}
    </Page>
  )
}

function Kept({ item, back }: { item: OutboxItem; back: string }) {
  const operator = item.input['operator']
  const to = typeof operator === 'string' ? `/reviews?operator=${operator}` : back
  return (
    <SendingNotice
      item={item}
      see={<ButtonLink to={to}>See the reviews</ButtonLink>}
      thanks="Thank you. This helps other travellers."
    />
  )
}
