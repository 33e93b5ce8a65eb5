import { formatCount } from '#contract/quantities'
import { type FormSchema, useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { MutedText, WrittenText } from '#ui/desk/page'
import { type OutcomeText, useRefusalOutcome } from '#ui/desk/outcome'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import styles from './reviews.module.css'

const reasonLabels: Record<string, string> = {
  spam: 'Spam',
  scam: 'A scam',
  insult: 'An insult',
  abuse: 'Abuse',
  private: 'Something private',
  wrong: 'Not true',
  not_a_trip: 'Not about a trip',
  other: 'Something else',
}

interface Report {
  reason: string
  words: string | null
}

/** The reasons for the reports. Equal reasons are displayed once, with their number. */
function Reports({ reports }: { reports: readonly Report[] }) {
  const counts = new Map<string, number>()
  for (const { reason, words } of reports) {
    const line = [reasonLabels[reason] ?? reason, words ?? []].flat().join(': ')
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  return (
    <ul className={styles.reports}>
      {[...counts].map(([line, count]) => (
        <li key={line}>{count > 1 ? `${line} (${formatCount(count, 'time')})` : line}</li>
      ))}
    </ul>
  )
}

interface Props<Input> {
  id: string
  head: string
  body: string
  reports: readonly Report[]
  appeal?: string | null
  /** The label of the button that hides the text. */
  hide: string
  /** Explains who can read the reason. */
  hint: string
  schema: FormSchema<Input>
  read: (isShown: boolean, reason: string) => unknown
  decide: (input: Input, key: string) => Promise<unknown>
  /** The key of the queries that list the text. */
  queryKey: QueryKey
  onOutcome: (outcome: OutcomeText | undefined) => void
}

/** A text that a traveller wrote, to be published or hidden with a reason. */
export function ModerationCard<Input>({
  id,
  head,
  body,
  reports,
  appeal = null,
  hide,
  hint,
  schema,
  read,
  decide,
  queryKey,
  onOutcome,
}: Props<Input>) {
  const client = useQueryClient()
  const isShown = useRef(true)
  const [reason, setReason] = useState('')
  const form = useForm(schema, {
    draft: { value: reason },
    read: (text) => read(isShown.current, text),
    send: decide,
    done: () => client.invalidateQueries({ queryKey }),
    // The author may have changed the text, or somebody else has decided.
    afterRefusal: () => client.invalidateQueries({ queryKey }),
  })
  useRefusalOutcome(id, { error: form.error, isPending: form.isSending }, onOutcome)
  const decideAs = (shown: boolean) => () => {
    isShown.current = shown
    form.submit()
  }
  return (
    <Card as="li">
      <MutedText>{head}</MutedText>
      <WrittenText>{body}</WrittenText>
      <Reports reports={reports} />
      {appeal !== null && (
        <p>
          <b>Appeal:</b> {appeal}
        </p>
      )}
      <Form
        onSubmit={() => undefined}
        error={form.error}
        action={
          <ButtonRow>
            <Button busy={form.isSending} onClick={decideAs(true)}>
              Show
            </Button>
            <Button kind="danger" busy={form.isSending} onClick={decideAs(false)}>
              {hide}
            </Button>
          </ButtonRow>
        }
      >
        <TextField
          label="Why"
          hint={hint}
          value={reason}
          maxLength={300}
          onChange={setReason}
          error={form.errors['reason']}
        />
      </Form>
    </Card>
  )
}
