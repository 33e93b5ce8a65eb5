import type { DeskPlace } from '#contract/members/model'
import { assignConversation } from '#contract/support/inbox-endpoints'
import type { DeskConversation, Message } from '#contract/support/model'
import { conversationNumber } from '#contract/support/number'
import { call, CallError } from '#lib/api'
import { showMoment, showPhone } from '#lib/format'
import { Answer } from '#ui/answer'
import { Button, ButtonLink } from '#ui/button'
import { Failed } from '#ui/form'
import { Actions, Notice } from '#ui/notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from '#ui/link'
import { Composer } from './composer.tsx'
import styles from './desk.module.css'
import { HandOver } from './hand-over.tsx'
import { Person } from './person.tsx'
import { Photo } from './photo.tsx'
import { inboxQuery, personQuery, sideOf } from './queries.ts'
import { readBack, talkQuery } from './talk.ts'

/** A conversation with its messages and actions, until it is handed over. */
export function Conversation({ id, place }: { id: string; place: DeskPlace }) {
  const [handedTo, setHandedTo] = useState<string>()
  if (handedTo !== undefined) return <HandedOver to={handedTo} />
  return <Talk id={id} place={place} onHandedOver={setHandedTo} />
}

interface TalkProps {
  id: string
  place: DeskPlace
  /** Called with the new desk of the conversation. */
  onHandedOver: (to: string) => void
}

function Talk({ id, place, onHandedOver }: TalkProps) {
  const messages = useQuery(talkQuery(place, id))
  const person = useQuery(personQuery(id))
  const said = messages.data?.data
  useMarked(place, id, said?.at(-1)?.seq)
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <header className={styles.about}>
        <Link to="/" className={styles.back}>
          ← Inbox
        </Link>
        <h1 className={styles.title}>{person.data?.name ?? 'Conversation'}</h1>
        <small className={styles.soft}>Number {conversationNumber(id)}</small>
        <Acts id={id} place={place} onHandedOver={onHandedOver} />
      </header>
      <Answer
        query={messages}
        refused={{
          not_found: () => (
            <Notice kind="mind">This conversation is not at your desk, or not any more.</Notice>
          ),
        }}
      >
        {({ data, meta }) => (
          <>
            <Earlier id={id} place={place} missing={meta.total - data.length} />
            <Said messages={data} place={place} />
          </>
        )}
      </Answer>
      {said !== undefined && <Composer id={id} place={place} seen={said.at(-1)?.seq ?? 0} />}
      {person.data !== undefined && <Person person={person.data} />}
    </section>
  )
}

/** Shown after a conversation was handed over. */
function HandedOver({ to }: { to: string }) {
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <Notice
        kind="done"
        says="soon"
        title={`Handed over to ${to}`}
        actions={<ButtonLink to="/">Back to the inbox</ButtonLink>}
      >
        They can see what was said and answer from now on. The traveller was told.
      </Notice>
    </section>
  )
}

/** Marks visible messages as read; repeated until accepted. */
function useMarked(place: DeskPlace, id: string, seq: number | undefined) {
  const client = useQueryClient()
  const isLookedAt = useSyncExternalStore(onLook, () => document.visibilityState === 'visible')
  const { mutate } = useMutation({
    mutationFn: (read: number) => call(sideOf(place).mark, { id, got: read, read }),
    retry: (_, error) => error instanceof CallError && (error.is_offline || error.status >= 500),
    retryDelay: 3000,
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  })
  useEffect(() => {
    if (seq !== undefined && isLookedAt) mutate(seq)
  }, [mutate, seq, isLookedAt])
}

function onLook(look: () => void): () => void {
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Earlier messages. */
function Earlier({ id, place, missing }: { id: string; place: DeskPlace; missing: number }) {
  const client = useQueryClient()
  const reading = useMutation({ mutationFn: () => readBack(client, place, id) })
  if (missing <= 0) return null
  return (
    <>
      <Button busy={reading.isPending} onClick={() => reading.mutate()}>
        {missing === 1 ? '1 earlier message' : `${missing} earlier messages`}
      </Button>
      <Failed error={reading.error} offline="No network. Try again when the network is back." />
    </>
  )
}

/** The conversation from the lists: open ones first, then closed ones. */
function useTalk(place: DeskPlace, id: string): DeskConversation | undefined {
  const open = useQuery(inboxQuery(place, 'open')).data?.data
  const found = open?.find((one) => one.id === id)
  const isElsewhere = open !== undefined && found === undefined
  const closed = useQuery({ ...inboxQuery(place, 'closed'), enabled: isElsewhere }).data?.data
  return found ?? (isElsewhere ? closed?.find((one) => one.id === id) : undefined)
}

function Acts({ id, place, onHandedOver }: TalkProps) {
  const [isHanding, setHanding] = useState(false)
  const client = useQueryClient()
  const talk = useTalk(place, id)
  const fresh = () => client.invalidateQueries({ queryKey: ['inbox'] })
  const isMine = talk?.assigned_to?.is_me === true
  const taking = useMutation({
    mutationFn: () => call(assignConversation, { id, to: isMine ? 'nobody' : 'me' }),
    onSuccess: fresh,
  })
  const isClosed = talk?.state === 'closed'
  const closing = useMutation({
    mutationFn: () => call(sideOf(place).state, { id, state: isClosed ? 'open' : 'closed' }),
    onSuccess: fresh,
  })
  if (talk === undefined) return null
  return (
    <>
      <Actions>
        <Button busy={taking.isPending} onClick={() => taking.mutate()}>
          {isMine ? 'Unassign' : 'Assign to me'}
        </Button>
        <Button kind="quiet" busy={closing.isPending} onClick={() => closing.mutate()}>
          {isClosed ? 'Open again' : 'Close conversation'}
        </Button>
        <Button kind="quiet" onClick={() => setHanding(true)}>
          Hand over
        </Button>
      </Actions>
      {isHanding && (
        <HandOver id={id} place={place} onClose={() => setHanding(false)} onDone={onHandedOver} />
      )}
      {talk.assigned_to !== null && !isMine && (
        <p className={styles.soft}>{talk.assigned_to.name} is handling it.</p>
      )}
      {talk.pass_on !== null && (
        <p className={styles.soft}>
          A message for {talk.pass_on.name}. Ask them and answer here:{' '}
          <a href={`tel:${talk.pass_on.phone}`}>{showPhone(talk.pass_on.phone)}</a>
        </p>
      )}
      {talk.rating !== null && (
        <p className={styles.soft}>
          Rated {talk.rating} of 5. {talk.rating_words}
        </p>
      )}
      <Failed
        error={taking.error ?? closing.error}
        offline="No network. Nothing was changed. Try again when the network is back."
      />
    </>
  )
}

function Said({ messages, place }: { messages: readonly Message[]; place: DeskPlace }) {
  const end = useRef<HTMLLIElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    // Return nothing: newer browsers return a promise, which React would take for a cleanup.
    end.current?.scrollIntoView?.({ block: 'center' })
  }, [newest])
  return (
    <div role="log" aria-label="Messages" className={styles.log}>
      <ol className={styles.said}>
        {messages.map((one) => (
          <li key={one.id} className={styles.bubble} data-side={one.from}>
            <small className={styles.soft}>
              {one.author}
              {one.is_automatic && ' (automatic)'} · {showMoment(Date.parse(one.sent_at))}
            </small>
            {one.about !== null && (
              <p className={styles.thing}>
                {one.about.title} · {one.about.reference}
              </p>
            )}
            {one.body !== '' && <p className={styles.words}>{one.body}</p>}
            {one.photo !== null && (
              <Photo place={place} id={one.conversation_id} message_id={one.id} />
            )}
          </li>
        ))}
        <li ref={end} />
      </ol>
    </div>
  )
}
