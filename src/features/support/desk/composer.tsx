import type { DeskMembership } from '#contract/members/model'
import type { Shape } from '#contract/shape'
import { DeskAnswerInput } from '#contract/support/model'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField, SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cannedAnswersQuery, findDeskEndpoints } from './queries.ts'
import styles from './support.module.css'

/** An answer that is being written. */
interface AnswerDraft {
  body: string
  /**
   * An attempt without an answer: its text, and the last message that was visible. A repeated attempt sends the same,
   * even if more messages have arrived or the screen was left.
   */
  sent?: { body: string; seen: number }
}

const empty: AnswerDraft = { body: '' }
const shape: Shape = { body: 'string', 'sent?': { body: 'string', seen: 'number' } }

/**
 * The field for an answer, with the ready answers of the desk. Text that was not sent remains, even if the member opens
 * another conversation meanwhile.
 */
export function AnswerComposer({
  id,
  membership,
  seen,
}: {
  id: string
  membership: DeskMembership
  /** The number of the last message that was visible. */
  seen: number
}) {
  const client = useQueryClient()
  const cannedAnswers = useQuery(cannedAnswersQuery).data ?? []
  const { value, change, flush, discard } = useDraft<AnswerDraft>(`answer-${id}`, empty, shape)
  const { form, submit, isSending, errors, problem } = useForm(DeskAnswerInput, {
    draft: {
      value,
      flush,
      discard: async () => {
        // Text that was typed while sending is the next message.
        let rest = ''
        change(({ body, sent }) => {
          const said = sent?.body ?? ''
          const start = body.trimStart()
          rest = start.startsWith(said) ? start.slice(said.length).trimStart() : body
          return { body: rest }
        })
        if (rest === '') await discard()
      },
    },
    read: ({ body }) => ({ id, body }),
    send: (input, key) => {
      const sent = value.sent?.body === input.body ? value.sent : { body: input.body, seen }
      change((now) => ({ ...now, sent }))
      flush()
      return call(findDeskEndpoints(membership).answer, { ...input, seen: sent.seen }, { key })
    },
    // After a refusal, the next attempt names the last message that is visible then.
    afterRefusal: () => change(({ body }) => ({ body })),
    done: () => client.invalidateQueries({ queryKey: ['messages', id] }),
  })
  const write = (next: (body: string) => string) =>
    change((now) => ({ ...now, body: next(now.body) }))
  return (
    <form ref={form} className={styles.composer} onSubmit={submit}>
      {cannedAnswers.length > 0 && (
        <SelectField
          label="Ready answers"
          value=""
          empty="Choose one"
          options={cannedAnswers.map(({ id: value, title }) => ({ value, label: title }))}
          onChange={(chosen) =>
            write((now) =>
              [now.trim(), cannedAnswers.find((one) => one.id === chosen)?.body ?? '']
                .filter((part) => part !== '')
                .join('\n\n'),
            )
          }
        />
      )}
      <AreaField
        label="Your answer"
        rows={3}
        value={value.body}
        onChange={(body) => write(() => body)}
        onBlur={flush}
        error={errors['body']}
      />
      <FailureNotice error={problem} offline="No network. Your answer stays here; send it again." />
      <Button type="submit" kind="primary" busy={isSending}>
        Send
      </Button>
    </form>
  )
}
