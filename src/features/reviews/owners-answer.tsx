import { answerAsOwner } from '#contract/reviews/endpoints'
import { useActKey } from '#lib/act'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { useUser } from '#lib/session'
import { Button } from '#ui/button'
import { AreaField } from '#ui/field'
import { Failed, Form } from '#ui/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listReviewsToAnswerQuery, useNewReviews } from './queries.ts'

/** For the owner of a listed business: answers a review of it, once. */
export function OwnersAnswer({ id }: { id: string }) {
  const user = useUser()
  const { data } = useQuery({ ...listReviewsToAnswerQuery, enabled: user !== undefined })
  return data?.some((one) => one.id === id) === true ? <AnswerForm id={id} /> : null
}

function AnswerForm({ id }: { id: string }) {
  const draft = useDraft(`review-answer-${id}`, '')
  const refresh = useNewReviews()
  const act = useActKey()
  const answer = draft.value.trim()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(answerAsOwner, { id, answer }, { key: act.keyFor(answer) }),
    onSettled: (_, failure) => act.settle(failure ?? undefined),
    onSuccess: () => draft.discard().then(refresh),
  })
  return (
    <Form
      onSubmit={() => mutate()}
      onBlur={draft.flush}
      action={
        <Button type="submit" busy={isPending} disabled={answer.length < 3}>
          Answer
        </Button>
      }
    >
      <AreaField
        label="Your answer"
        hint="You can answer once. Anyone can read it."
        rows={3}
        maxLength={1000}
        value={draft.value}
        onChange={(text) => draft.change(text)}
      />
      <Failed error={error} offline="No network. Your answer is kept here." />
    </Form>
  )
}
