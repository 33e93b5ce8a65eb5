import { listBookingsQuery } from '#features/bookings'
import { OutboxItemLoader, SendingNotice } from '#features/offline'
import { useUser } from '#lib/session'
import type { OutboxItem } from '#lib/outbox'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import {
  type SubjectRef,
  listReviewsQuery,
  useRefreshReviews,
  makeReviewFormPath,
} from './queries.ts'
import { ReviewForm } from './review-form.tsx'

/**
 * The form to review an operator or a business, at `/write-a-review?operator=&business=&booking=&waiting=`. The
 * operator of the last trip is preselected.
 */
export function WriteReviewScreen() {
  const user = useUser()
  const { data: past } = useQuery({ ...listBookingsQuery('past'), enabled: user !== undefined })
  const [params] = useSearchParams()
  const business = params.get('business')
  if (business !== null) return <SubjectReview about={{ kind: 'business', code: business }} />
  return (
    <WriteScreen
      usual={params.get('operator') ?? past?.[0]?.trip.operator.code ?? ''}
      path="/write-a-review"
    />
  )
}

/** The form to review a motor park, at `/ride-board/motor-park/:park/write-a-review`. */
export function ParkReviewScreen() {
  const { park = '' } = useParams()
  return <SubjectReview about={{ kind: 'park', code: park }} />
}

const these = { operator: 'this operator', park: 'this motor park', business: 'this business' }

/** The form for one fixed subject. */
function SubjectReview({ about }: { about: SubjectRef }) {
  const { data, error } = useInfiniteQuery(listReviewsQuery(about))
  const name = data?.pages[0]?.meta.about?.name ?? these[about.kind]
  return (
    <WriteScreen
      subject={{ ...about, name }}
      path={makeReviewFormPath(about)}
      unknown={error !== null && 'code' in error && error.code === 'not_found'}
    />
  )
}

function WriteScreen({
  usual = '',
  subject,
  path,
  unknown = false,
}: {
  usual?: string
  subject?: SubjectRef & { name: string }
  path: string
  unknown?: boolean
}) {
  const [kept, setKept] = useState<OutboxItem>()
  // Load the lists again, because they were loaded before this review was sent.
  useRefreshReviews()
  const back = {
    to: subject ? `/reviews?${subject.kind}=${subject.code}` : '/reviews',
    label: 'Reviews',
  }
  return (
    <Page title="Write a review" under={subject && `About ${subject.name}.`} back={back} narrow>
      {unknown ? (
        <Notice
          tone="warning"
          title={`We could not find ${subject?.name}.`}
          actions={<ButtonLink to="/reviews">All reviews</ButtonLink>}
        />
      ) : kept !== undefined ? (
        <SubmittedReviewNotice item={kept} back={back.to} />
      ) : (
        <OutboxItemLoader what="review">
          {(waiting) => (
            <ReviewForm key={waiting?.id} {...{ usual, subject, path, waiting }} onKept={setKept} />
          )}
        </OutboxItemLoader>
      )}
    </Page>
  )
}

function SubmittedReviewNotice({ item, back }: { item: OutboxItem; back: string }) {
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
