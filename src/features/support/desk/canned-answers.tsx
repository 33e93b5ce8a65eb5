import { removeCannedAnswer, saveCannedAnswer } from '#contract/support/endpoints'
import { maxMessageLength } from '#contract/support/rules'
import { type CannedAnswer, CannedAnswerInput } from '#contract/support/model'
import { call } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText, WrittenText } from '#ui/desk/page'
import { AreaField, TextField } from '#ui/fields'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cannedAnswersQuery } from './queries.ts'
import styles from './support.module.css'

/** The ready answers of this desk. Every member who answers messages can write, change and remove them. */
export function CannedAnswersScreen() {
  const query = useQuery(cannedAnswersQuery)
  const { outcome, setOutcome } = useOutcome(query.data?.map(({ id }) => id))
  return (
    <DeskPage title="Ready answers">
      <p>Everybody at this desk can choose them in a conversation.</p>
      <Card>
        <h2>Write one</h2>
        <AnswerForm onDone={() => setOutcome(undefined)} />
      </Card>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {(answers) =>
          answers.length === 0 ? (
            <MutedText>There are none yet.</MutedText>
          ) : (
            <CardList>
              {answers.map((one) => (
                <CannedAnswerCard key={one.id} answer={one} onOutcome={setOutcome} />
              ))}
            </CardList>
          )
        }
      </QueryResult>
    </DeskPage>
  )
}

/** The form for a new ready answer, or to change `answer`. The draft survives a reload. */
function AnswerForm({ answer, onDone }: { answer?: CannedAnswer; onDone?: () => void }) {
  const client = useQueryClient()
  const draft = useDraft(`ready-answer-${answer?.id ?? 'new'}`, {
    title: answer?.title ?? '',
    body: answer?.body ?? '',
  })
  const { title, body } = draft.value
  const form = useForm(CannedAnswerInput, {
    draft,
    read: (values) => ({ ...(answer && { id: answer.id }), ...values }),
    send: (input) => call(saveCannedAnswer, input),
    done: async () => {
      if (answer === undefined) draft.change({ title: '', body: '' })
      await draft.discard()
      await client.invalidateQueries(cannedAnswersQuery)
      onDone?.()
    },
  })
  const leave = async () => {
    await draft.discard()
    onDone?.()
  }
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      error={form.error}
      offline="No network. Your words are kept here."
      action={
        <ButtonRow>
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save
          </Button>
          {answer !== undefined && <Button onClick={() => void leave()}>Leave it as it was</Button>}
        </ButtonRow>
      }
    >
      <TextField
        label="Title"
        hint="What you choose it by. Travellers do not see it."
        maxLength={60}
        value={title}
        error={form.errors['title']}
        onChange={(text) => draft.change((now) => ({ ...now, title: text }))}
      />
      <AreaField
        label="Text"
        rows={4}
        maxLength={maxMessageLength}
        value={body}
        error={form.errors['body']}
        onChange={(text) => draft.change((now) => ({ ...now, body: text }))}
      />
    </Form>
  )
}

function CannedAnswerCard({
  answer,
  onOutcome,
}: {
  answer: CannedAnswer
  onOutcome: (outcome: OutcomeText | undefined) => void
}) {
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const fresh = () => client.invalidateQueries(cannedAnswersQuery)
  const removing = useMutation({
    mutationFn: () => call(removeCannedAnswer, { id: answer.id }),
    onSuccess: fresh,
    // Not awaited, so that a refusal is displayed at once.
    onError: (error) => void (isOutcomeUnknown(error) || fresh()),
  })
  useRefusalOutcome(answer.id, removing, onOutcome)
  return (
    <Card as="li" label={answer.title}>
      {isChanging ? (
        <AnswerForm
          answer={answer}
          onDone={() => {
            setChanging(false)
            onOutcome(undefined)
          }}
        />
      ) : (
        <>
          <h2 className={styles.ready_title}>{answer.title}</h2>
          <WrittenText>{answer.body}</WrittenText>
          <FailureNotice error={removing.error} />
          <ButtonRow>
            <Button onClick={() => setChanging(true)}>Change</Button>
            <ConfirmButton
              yes="Yes, remove it"
              busy={removing.isPending}
              onConfirm={removing.mutate}
            >
              Remove
            </ConfirmButton>
          </ButtonRow>
        </>
      )}
    </Card>
  )
}
