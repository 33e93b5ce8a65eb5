import { type OwnReview, ReviewInput } from '#contract/reviews/model'
import { maxReviewLength, ratedAspects } from '#contract/reviews/rules'
import { listBookingsQuery } from '#features/bookings'
import { OutboxForm, findItemRefusal } from '#features/offline'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { ConfirmButton } from '#ui/confirm-button'
import { AreaField, SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { PhotoField } from '#ui/photo-field'
import { RatingField } from '#ui/mantine/rating-field'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import {
  type SubjectRef,
  deleteOwnReview,
  listOperatorScoresQuery,
  useMyReview,
  useRefreshReviews,
} from './queries.ts'
import { ScoreFields, type AspectScores } from './score-fields.tsx'
import { ReviewedTrip, toReviewedTrip } from './reviewed-trip.tsx'
import { starLabels } from './stars.tsx'
import {
  findReviewErrors,
  type ReviewFormValues,
  makeReviewFormOfReview,
  makeReviewFormValues,
} from './form-model.ts'

interface ReviewFormProps {
  /** The code of the operator that is preselected; empty for none. */
  usual: string
  /** A fixed subject: a motor park or a business. */
  subject: (SubjectRef & { name: string }) | undefined
  path: string
  /** The outbox item that is being edited; undefined for a new review. */
  waiting: OutboxItem | undefined
  onKept: (item: OutboxItem) => void
}

/** The form for stars and text. The review is stored on the phone before it is sent. */
export function ReviewForm(props: ReviewFormProps) {
  const { subject } = props
  const { draft, written, about, mine, operators, trip, form } = useWriting(props)
  const { operator, rating, body } = written
  const code = operator || props.usual
  const fields = form.errors
  // Store the preselected operator with the text: after a later trip, another one is preselected.
  const write = (part: Partial<ReviewFormValues>) =>
    draft.change((before) => ({ ...before, operator: before.operator || props.usual, ...part }))
  return (
    <OutboxForm form={form} draft={draft} what="A review" action="Send the review">
      {subject === undefined && (
        <SelectField
          label="Which operator?"
          name="operator"
          value={code}
          empty="Choose an operator"
          error={fields['operator']}
          onChange={(chosen) => write({ operator: chosen })}
          options={choices(operators, code)}
        />
      )}
      {trip !== undefined && trip.reference !== mine?.review.trip?.reference && (
        <ReviewedTrip label="Your trip" trip={trip} />
      )}
      {mine !== undefined && <EarlierReviewNotice review={mine.review} />}
      <RatingField
        label="How was it?"
        labels={starLabels}
        value={rating}
        error={fields['rating']}
        onChange={(stars) => write({ rating: stars })}
      />
      <AreaField
        label="What should others know?"
        hint={hints[subject?.kind ?? 'operator']}
        error={fields['body']}
        name="body"
        rows={6}
        maxLength={maxReviewLength}
        value={body}
        onChange={(text) => write({ body: text })}
      />
      {about !== undefined && about.kind !== 'business' && (
        <ScoreFields
          key={`${about.kind}-${mine?.review.id}`}
          kind={about.kind}
          value={written.scores ?? {}}
          onChange={(scores) => write({ scores })}
        />
      )}
      <PhotoField
        label="Photo"
        hint="What it looked like. No faces without permission."
        optional
        value={written.photo ?? ''}
        error={fields['photos'] ?? fields['photos.0']}
        onChange={(photo) => write({ photo })}
      />
    </OutboxForm>
  )
}

/** Returns the draft, its subject, and the form, which stores the review in the outbox. */
function useWriting({ usual, subject, path, waiting, onKept }: ReviewFormProps) {
  const [params] = useSearchParams()
  const draft = useDraft<Partial<ReviewFormValues>>(
    `review-${waiting?.id ?? subject?.code ?? params.get('operator') ?? ''}`,
    waiting === undefined ? {} : makeReviewFormValues(waiting.input),
    { 'operator?': 'string', 'rating?': 'number', 'body?': 'string' },
  )
  const operators = useQuery(listOperatorScoresQuery).data ?? []
  const code = draft.value.operator || usual
  const operator: SubjectRef | undefined = code === '' ? undefined : { kind: 'operator', code }
  const about = subject ?? operator
  const name = subject?.name ?? operators.find((one) => one.code === code)?.name ?? code
  const mine = useMyReview(about)
  // An existing review is the initial value. A draft on this phone overrides it.
  const begin = mine?.isOpen === true ? makeReviewFormOfReview(mine.review) : {}
  const written: ReviewFormValues = { operator: '', rating: 0, body: '', ...begin, ...draft.value }
  const booking = bookingOf(waiting, params.get('booking'))
  const trip = useTripToReview(about, booking)
  const form = useForm(ReviewInput, {
    draft: { ...draft, value: written },
    read: (values) => inputOf(values, about, booking),
    faults: (values) => findReviewErrors(values, about),
    send: {
      item: (input) => ({ kind: 'review', input, title: `Review of ${name}`, edit_path: path }),
      waiting,
    },
    refused: findItemRefusal(waiting),
    done: (item) => onKept(item),
  })
  return { draft, written, about, mine, operators, trip, form }
}

/**
 * Returns the trip of a booking with an operator, if the form was opened for one. Without a booking the server chooses
 * the last trip with a proved boarding, which the phone does not know.
 */
function useTripToReview(about: SubjectRef | undefined, booking: string | undefined) {
  const isLoggedIn = useUser() !== undefined
  const isNamed = about?.kind === 'operator' && booking !== undefined
  const { data } = useQuery({ ...listBookingsQuery('past'), enabled: isLoggedIn && isNamed })
  if (!isLoggedIn || !isNamed) return undefined
  const found = data?.find(
    ({ reference, trip }) => reference === booking && trip.operator.code === about.code,
  )
  return found && toReviewedTrip(found)
}

/** Returns the input of `writeReview` from what is typed so far, for `ReviewInput` to check. */
const inputOf = (
  { rating, body, scores = {}, photo = '' }: ReviewFormValues,
  about: SubjectRef | undefined,
  booking: string | undefined,
) => ({
  ...(about && { [about.kind]: about.code }),
  rating,
  body,
  ...(about && Object.keys(scores).length > 0 && { scores: ofKind(scores, about) }),
  ...(photo !== '' && { photos: [photo] }),
  ...(booking && { booking }),
})

/** Returns the scores that this kind of subject can have. */
const ofKind = (scores: AspectScores, { kind }: SubjectRef): AspectScores =>
  Object.fromEntries(
    ratedAspects[kind].flatMap((what) =>
      scores[what] === undefined ? [] : [[what, scores[what]]],
    ),
  )

/** Returns the booking that the review is about, unless the server has refused it. */
function bookingOf(waiting: OutboxItem | undefined, named: string | null): string | undefined {
  const booking = waiting === undefined ? named : waiting.input['booking']
  if (waiting?.said?.fields['booking'] !== undefined) return undefined
  return typeof booking === 'string' ? booking : undefined
}

const hints = {
  operator: 'Was it on time? How was the driving, the bus, the staff?',
  park: 'Is it safe and clean? Is there light, shade, a toilet? Do touts bother you?',
  business: 'Was it open, and as described? Was the price fair? Would you go again?',
}

/** Returns the operators as options, with the chosen one first if the list, which may not have loaded, lacks it. */
function choices(operators: readonly { code: string; name: string }[], code: string) {
  const options = operators.map((one) => ({ value: one.code, label: one.name }))
  const isThere = code === '' || options.some(({ value }) => value === code)
  return isThere ? options : [{ value: code, label: code }, ...options]
}

/** The user's earlier review, which the new one replaces. */
function EarlierReviewNotice({ review }: { review: OwnReview }) {
  const refresh = useRefreshReviews()
  const removing = useMutation({ mutationFn: () => deleteOwnReview(review.id), onSettled: refresh })
  return (
    <Notice
      title={`You gave ${review.about.name} ${review.rating} of 5 stars.`}
      actions={
        <ConfirmButton yes="Yes, delete it" busy={removing.isPending} onConfirm={removing.mutate}>
          Delete my review
        </ConfirmButton>
      }
    >
      {review.trip && (
        <ReviewedTrip
          label={review.about.kind === 'operator' ? 'It is about' : 'Verified by your trip'}
          trip={review.trip}
        />
      )}
      <p>
        What you send now replaces it.
        {review.photos.length > 0 && ' Its photos stay, unless you choose a new one.'}
      </p>
      <FailureNotice error={removing.error} />
    </Notice>
  )
}
