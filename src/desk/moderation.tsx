import { decidePost } from '#contract/communities/moderation-endpoints'
import { decideReview } from '#contract/reviews/endpoints'
import { useActKey } from '#lib/act'
import { call } from '#lib/api'
import { showMoment } from '#lib/format'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Actions } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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

/** Reviews and posts awaiting moderation, each to be shown or hidden with a logged reason. */
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
                decide={(isShown, reason, key) =>
                  call(decidePost, { id, decision: isShown ? 'shown' : 'removed', reason }, { key })
                }
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
          decide={(isShown, reason, key) =>
            call(
              decideReview,
              { id: one.id, became: isShown ? 'shown' : 'hidden', reason },
              { key },
            )
          }
        />
      ))}
    </List>
  )
}

function List({ many, children }: { many: number; children: ReactNode }) {
  if (many === 0) return <p className={styles.soft}>Nothing is waiting.</p>
  return <ul className={styles.things}>{children}</ul>
}

/** Why it was reported; what several said in the same words is said once, with how many. */
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

function Thing({
  head,
  body,
  reports,
  appeal,
  hide,
  decide,
}: {
  head: string
  body: string
  reports: readonly { reason: string; words: string | null }[]
  appeal: string | null
  hide: string
  decide: (isShown: boolean, reason: string, key: string) => Promise<unknown>
}) {
  const client = useQueryClient()
  const act = useActKey()
  const [reason, setReason] = useState('')
  const deciding = useMutation({
    mutationFn: (isShown: boolean) => decide(isShown, reason, act.keyFor(`${isShown} ${reason}`)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['reviews'] }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]),
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  const isShort = reason.trim().length < 5
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
        error={deciding.error}
        action={
          <Actions>
            <Button
              disabled={isShort}
              busy={deciding.isPending}
              onClick={() => deciding.mutate(true)}
            >
              Show
            </Button>
            <Button
              kind="harm"
              disabled={isShort}
              busy={deciding.isPending}
              onClick={() => deciding.mutate(false)}
            >
              {hide}
            </Button>
          </Actions>
        }
      >
        <TextField
          label="Why"
          hint="The author of the post sees this. It is kept in the log."
          value={reason}
          maxLength={300}
          onChange={setReason}
        />
      </Form>
    </Card>
  )
}
