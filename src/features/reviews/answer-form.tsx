import { answerAsOwner } from '#contract/reviews/endpoints'
import { AnswerReviewInput } from '#contract/reviews/model'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { Form } from '#ui/form'
import { useRefreshReviews } from './queries.ts'

/** The form for the owner's answer to a review. The draft is stored until the answer is accepted. */
export function AnswerForm({ id }: { id: string }) {
  const draft = useDraft(`review-answer-${id}`, '')
  const form = useForm(AnswerReviewInput, {
    draft,
    read: (answer) => ({ id, answer }),
    send: (input, key) => call(answerAsOwner, input, { key }),
    done: useRefreshReviews(),
  })
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      error={form.error}
      offline="No network. Your answer is kept here."
      action={
        <Button type="submit" busy={form.isSending}>
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
        error={form.errors['answer']}
        onChange={(text) => draft.change(text)}
      />
    </Form>
  )
}
