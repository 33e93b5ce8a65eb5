import type { DeskMembership } from '#contract/members/model'
import { DeskAnswerInput } from '#contract/support/model'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField, SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { cannedAnswersQuery, findDeskEndpoints } from './queries.ts'
import styles from './support.module.css'

/**
 * The field for an answer, with the ready answers of the desk. Text that was not sent remains, also when the member
 * opens another conversation meanwhile.
 */
export function AnswerComposer({
  id,
  place,
  seen,
}: {
  id: string
  place: DeskMembership
  /** The number of the last message that was visible. */
  seen: number
}) {
  const client = useQueryClient()
  const cannedAnswers = useQuery(cannedAnswersQuery).data ?? []
  const first = useRef({ key: '', seen })
  const draft = useDraft(`answer-${id}`, '')
  const { form, submit, isSending, errors, problem } = useForm(DeskAnswerInput, {
    typed: { value: draft.value, flush: draft.flush },
    read: (typed) => ({ id, body: typed }),
    send: async (input, key) => {
      // A repeated attempt sends the same as the first one, even if more messages arrived after it.
      if (first.current.key !== key) first.current = { key, seen }
      await call(findDeskEndpoints(place).answer, { ...input, seen: first.current.seen }, { key })
      return input.body
    },
    done: async (said) => {
      // Text that was typed while sending is the next message.
      let rest = ''
      draft.change(
        (now) =>
          (rest = now.trimStart().startsWith(said)
            ? now.trimStart().slice(said.length).trimStart()
            : now),
      )
      if (rest === '') await draft.discard()
      await client.invalidateQueries({ queryKey: ['messages', id] })
    },
  })
  return (
    <form ref={form} className={styles.composer} onSubmit={submit}>
      {cannedAnswers.length > 0 && (
        <SelectField
          label="Ready answers"
          value=""
          empty="Choose one"
          options={cannedAnswers.map(({ id: value, title }) => ({ value, label: title }))}
          onChange={(chosen) =>
            draft.change((now) =>
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
        value={draft.value}
        onChange={draft.change}
        onBlur={draft.flush}
        error={errors['body']}
      />
      <FailureNotice error={problem} offline="No network. Your answer stays here; send it again." />
      <Button type="submit" kind="primary" busy={isSending}>
        Send
      </Button>
    </form>
  )
}
