import { decidePost } from '#contract/communities/moderation-endpoints'
import { decideReview } from '#contract/reviews/endpoints'
import { DecidePostInput } from '#contract/communities/model'
import { DecideReviewInput } from '#contract/reviews/model'
import { call } from '#lib/api'
import { showMoment } from '#lib/format'
import { type FormSchema, useForm } from '#lib/use-form'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Actions } from '#ui/notice'
import { Card } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import styles from './desk.module.css'
import { postsQuery, reviewsQuery } from './queries.ts'

const whys: Record<string, string> = {
  spam: 'Spam',
  scam: 'A scam',
  insult: 'An insult',
  abuse: 'Abuse',
  private: 'Something private',
  wrong: 'Not true',
  not_a_trip: 'Not about a trip',
  other: 'Something else',
}

/** Reviews and posts that await moderation, each to be shown or hidden with a logged reason. */
export function Moderation() {
  const reported = useQuery(reviewsQuery('reported'))
  const waiting = useQuery(reviewsQuery('waiting'))
  const posts = useQuery(postsQuery)
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>Moderation</h1>
      <h2>Reported reviews</h2>
      <Answer query={reported}>{({ data }) => <Reviews reviews={data} />}</Answer>
      <h2>Reviews to check</h2>
      <Answer query={waiting}>{({ data }) => <Reviews reviews={data} />}</Answer>
      <h2>Community posts</h2>
      <Answer query={posts}>
        {({ data }) => (
          <List many={data.length}>
            {data.map(({ id, author, group, state, body, reports, appeal, written_at }) => (
              <Thing
                key={id}
                head={`${author} in ${group} · ${state} · ${showMoment(Date.parse(written_at))}`}
                body={body}
                reports={reports}
                appeal={appeal}
                hide="Remove"
                hint="The author sees this. It is kept in the log."
                schema={DecidePostInput}
                read={(isShown, reason) => ({
                  id,
                  decision: isShown ? 'shown' : 'removed',
                  reason,
                })}
                decide={(input, key) => call(decidePost, input, { key })}
              />
            ))}
          </List>
        )}
      </Answer>
    </div>
  )
}

type Listed = Parameters<typeof Reviews>[0]['reviews'][number]

function Reviews({
  reviews,
}: {
  reviews: readonly {
    id: string
    about: { name: string }
    author: string
    rating: number
    body: string
    is_verified: boolean
    reports: readonly { reason: string; words: string | null }[]
    written_at: string
  }[]
}) {
  const head = ({ author, about, rating, is_verified, written_at }: Listed) =>
    `${author} on ${about.name} · ${rating} of 5 · ${is_verified ? 'travelled with them' : 'not verified'} · ${showMoment(Date.parse(written_at))}`
  return (
    <List many={reviews.length}>
      {reviews.map((one) => (
        <Thing
          key={one.id}
          head={head(one)}
          body={one.body}
          reports={one.reports}
          appeal={null}
          hide="Hide"
          hint="It is kept in the log. The author does not see it."
          schema={DecideReviewInput}
          read={(isShown, reason) => ({ id: one.id, became: isShown ? 'shown' : 'hidden', reason })}
          decide={(input, key) => call(decideReview, input, { key })}
        />
      ))}
    </List>
  )
}

function List({ many, children }: { many: number; children: ReactNode }) {
  if (many === 0) return <p className={styles.soft}>Nothing is waiting.</p>
  return <ul className={styles.things}>{children}</ul>
}

/** Reasons of reports. Equal ones are shown once with their number. */
function Reports({ reports }: { reports: readonly { reason: string; words: string | null }[] }) {
  const said = new Map<string, number>()
  for (const { reason, words } of reports) {
    const line = [whys[reason] ?? reason, ...(words === null ? [] : [words])].join(': ')
    said.set(line, (said.get(line) ?? 0) + 1)
  }
  if (said.size === 0) return null
  return (
    <ul className={styles.reports}>
      {[...said].map(([line, times]) => (
        <li key={line}>{times === 1 ? line : `${line} (${times} times)`}</li>
      ))}
    </ul>
  )
}

interface ThingProps<Input> {
  head: string
  body: string
  reports: readonly { reason: string; words: string | null }[]
  appeal: string | null
  /** The label of the button that hides it. */
  hide: string
  /** Who can read the reason. */
  hint: string
  schema: FormSchema<Input>
  read: (isShown: boolean, reason: string) => unknown
  decide: (input: Input, key: string) => Promise<unknown>
}

function Thing<Input>({
  head,
  body,
  reports,
  appeal,
  hide,
  hint,
  schema,
  read,
  decide,
}: ThingProps<Input>) {
  const client = useQueryClient()
  const isShown = useRef(true)
  const [reason, setReason] = useState('')
  const form = useForm(schema, {
    typed: { value: reason },
    read: (typed) => read(isShown.current, typed),
    send: decide,
    done: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['reviews'] }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]),
  })
  const become = (shown: boolean) => () => {
    isShown.current = shown
    form.submit()
  }
  return (
    <Card as="li">
      <p className={styles.soft}>{head}</p>
      <p className={styles.words}>{body}</p>
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
          <Actions>
            <Button busy={form.isSending} onClick={become(true)}>
              Show
            </Button>
            <Button kind="harm" busy={form.isSending} onClick={become(false)}>
              {hide}
            </Button>
          </Actions>
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
