import { reviewStateNotes } from '#contract/reviews/rules'
import { reviewCharter } from '#contract/charters/trips/endpoints'
import { type Charter, CharterReviewInput } from '#contract/charters/trips/model'
import { storeCharter } from '#features/charters'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { showToast } from '#lib/toast'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { RatingField } from '#ui/mantine/rating-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './trips.module.css'

const stars = ['Bad', 'Poor', 'Fair', 'Good', 'Very good'] as const

/** The user's review of a finished charter, or the form to write one. */
export function CharterReviewCard({ charter }: { charter: Charter }) {
  const { review, can } = charter
  const [changing, setChanging] = useState(false)
  if (review === null && !can.review) return null
  if (review === null || changing)
    return <ReviewForm charter={charter} onDone={() => setChanging(false)} />
  const note = reviewStateNotes[review.state]
  return (
    <Card label="Your review">
      <h2>Your review</h2>
      <p>
        <span role="img" aria-label={`${review.rating} of 5 stars`}>
          {'★'.repeat(review.rating)}
          {'☆'.repeat(5 - review.rating)}
        </span>
      </p>
      <p className={styles.words}>{review.body}</p>
      {note !== undefined && <p>{note}</p>}
      {can.review && (
        <div>
          <Button onClick={() => setChanging(true)}>Change it</Button>
        </div>
      )}
    </Card>
  )
}

function ReviewForm({
  charter: { reference, review },
  onDone,
}: {
  charter: Charter
  onDone: () => void
}) {
  const queries = useQueryClient()
  const draft = useDraft(`charter-review-${reference}`, {
    rating: review?.rating ?? 0,
    body: review?.body ?? '',
  })
  const { rating, body } = draft.value
  const form = useForm(CharterReviewInput, {
    draft,
    read: (values) => ({ reference, ...values }),
    faults: (values) => (values.rating === 0 ? { rating: 'Choose from one to five stars.' } : {}),
    send: (input, key) => call(reviewCharter, input, { key }),
    done: (next) => {
      storeCharter(queries, next)
      showToast('Thank you. This helps other travellers.')
      onDone()
    },
  })
  return (
    <Card label="How was it?">
      <h2>Review it</h2>
      <Form
        onSubmit={form.submit}
        onBlur={draft.flush}
        error={form.error}
        action={
          <Button type="submit" kind="primary" busy={form.isSending}>
            Send the review
          </Button>
        }
      >
        <RatingField
          label="How was it?"
          labels={stars}
          value={rating}
          error={form.errors['rating']}
          onChange={(chosen) => draft.change({ rating: chosen, body })}
        />
        <AreaField
          label="What should others know?"
          hint="Was it on time? The driving, the vehicle, the price?"
          name="body"
          rows={5}
          maxLength={2000}
          value={body}
          error={form.errors['body']}
          onChange={(written) => draft.change({ rating, body: written })}
        />
      </Form>
    </Card>
  )
}
