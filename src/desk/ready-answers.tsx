import { removeCannedAnswer, saveCannedAnswer } from '#contract/support/inbox-endpoints'
import { type CannedAnswer, CannedAnswerInput, longestMessage } from '#contract/support/model'
import { call } from '#lib/api'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { AreaField, TextField } from '#ui/fields'
import { Failed, Form } from '#ui/form'
import { Actions } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './desk.module.css'
import { cannedQuery } from './queries.ts'

/** The desk's prepared answers, to be written, changed and removed. */
export function ReadyAnswers() {
  const query = useQuery(cannedQuery)
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>Ready answers</h1>
      <p>Everybody at this desk can choose them in a conversation.</p>
      <Card>
        <h2>Write one</h2>
        <Words />
      </Card>
      <Answer query={query}>
        {(answers) =>
          answers.length === 0 ? (
            <p className={styles.soft}>There are none yet.</p>
          ) : (
            <ul className={styles.things}>
              {answers.map((one) => (
                <One key={one.id} one={one} />
              ))}
            </ul>
          )
        }
      </Answer>
    </div>
  )
}

/** The form of a new answer, or of `one` until `onDone`. Its draft survives a reload. */
function Words({ one, onDone }: { one?: CannedAnswer; onDone?: () => void }) {
  const client = useQueryClient()
  const draft = useDraft(`ready-answer-${one?.id ?? 'new'}`, {
    title: one?.title ?? '',
    body: one?.body ?? '',
  })
  const { title, body } = draft.value
  const form = useForm(CannedAnswerInput, {
    typed: draft,
    read: (typed) => ({ ...(one && { id: one.id }), ...typed }),
    send: (input) => call(saveCannedAnswer, input),
    done: async () => {
      if (one === undefined) draft.change({ title: '', body: '' })
      await draft.discard()
      await client.invalidateQueries(cannedQuery)
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
        <Actions>
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save
          </Button>
          {one !== undefined && <Button onClick={() => void leave()}>Leave it as it was</Button>}
        </Actions>
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
        label="Words"
        rows={4}
        maxLength={longestMessage}
        value={body}
        error={form.errors['body']}
        onChange={(text) => draft.change((now) => ({ ...now, body: text }))}
      />
    </Form>
  )
}

function One({ one }: { one: CannedAnswer }) {
  const client = useQueryClient()
  const [state, setState] = useState<'read' | 'changing' | 'removing'>('read')
  const removing = useMutation({
    mutationFn: () => call(removeCannedAnswer, { id: one.id }),
    onSuccess: () => client.invalidateQueries(cannedQuery),
  })
  const read = () => setState('read')
  return (
    <Card as="li" label={one.title}>
      {state === 'changing' ? (
        <Words one={one} onDone={read} />
      ) : (
        <>
          <h2 className={styles.name}>{one.title}</h2>
          <p className={styles.words}>{one.body}</p>
          <Failed error={removing.error} offline="No network. Nothing was changed." />
          <Actions>
            {state === 'removing' ? (
              <>
                <Button kind="harm" busy={removing.isPending} onClick={() => removing.mutate()}>
                  Yes, remove it
                </Button>
                <Button onClick={read}>Keep</Button>
              </>
            ) : (
              <>
                <Button onClick={() => setState('changing')}>Change</Button>
                <Button kind="quiet" onClick={() => setState('removing')}>
                  Remove
                </Button>
              </>
            )}
          </Actions>
        </>
      )}
    </Card>
  )
}
