import { formatCount } from '#contract/quantities'
import type { DeskMembership } from '#contract/members/model'
import { assignConversation } from '#contract/support/endpoints'
import type { DeskConversation, Message } from '#contract/support/model'
import { makeConversationNumber } from '#contract/support/rules'
import { call, callFile } from '#lib/api'
import { formatPhone } from '#contract/phone'
import { formatMoment } from '#lib/format'
import { isWorthRetrying } from '#lib/queries/retries'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { DeskTitle, MutedText, WrittenText } from '#ui/desk/page'
import { LoadedPhoto } from '#ui/desk/photo'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from '#ui/link'
import { useLocation } from 'react-router-dom'
import { AnswerComposer } from './composer.tsx'
import { HandOverDialog } from './hand-over.tsx'
import { loadOlderMessages, messagesQuery } from './messages.ts'
import {
  firstInboxPage,
  type InboxPage,
  inboxQuery,
  findDeskEndpoints,
  travellerQuery,
} from './queries.ts'
import styles from './support.module.css'
import { TravellerPanel } from './traveller.tsx'

/** A conversation with its messages and actions. After it is handed over, a notice replaces it. */
export function DeskConversationView({
  id,
  membership,
}: {
  id: string
  membership: DeskMembership
}) {
  const [handedTo, setHandedTo] = useState<string>()
  if (handedTo !== undefined) return <HandedOverNotice to={handedTo} />
  return <OpenConversation id={id} membership={membership} onHandedOver={setHandedTo} />
}

interface Props {
  id: string
  membership: DeskMembership
  /** Called with the name of the desk that now has the conversation. */
  onHandedOver: (to: string) => void
}

function OpenConversation({ id, membership, onHandedOver }: Props) {
  const query = useQuery(messagesQuery(membership, id))
  const traveller = useQuery(travellerQuery(id)).data
  const messages = query.data?.messages
  useReadMark(membership, id, messages?.at(-1)?.seq)
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <header className={styles.about}>
        <Link to="/inbox" className={styles.back}>
          ← Inbox
        </Link>
        <DeskTitle>{traveller?.name ?? 'Conversation'}</DeskTitle>
        <MutedText as="small">Number {makeConversationNumber(id)}</MutedText>
        <ConversationActions id={id} membership={membership} onHandedOver={onHandedOver} />
      </header>
      <QueryResult
        query={query}
        refused={{
          not_found: () => (
            <Notice tone="warning">This conversation is not at your desk, or not any more.</Notice>
          ),
        }}
      >
        {(loaded) => (
          <>
            <LoadEarlierButton
              id={id}
              membership={membership}
              missing={loaded.total - loaded.messages.length}
            />
            <Messages messages={loaded.messages} membership={membership} />
          </>
        )}
      </QueryResult>
      {messages && (
        <AnswerComposer id={id} membership={membership} seen={messages.at(-1)?.seq ?? 0} />
      )}
      {traveller && <TravellerPanel traveller={traveller} />}
    </section>
  )
}

/** Displayed after a conversation was handed over. */
function HandedOverNotice({ to }: { to: string }) {
  return (
    <section className={styles.conversation} aria-label="Conversation">
      <Notice
        tone="success"
        live="polite"
        title={`Handed over to ${to}`}
        actions={<ButtonLink to="/inbox">Back to the inbox</ButtonLink>}
      >
        They can see what was said and answer from now on. The traveller was told.
      </Notice>
    </section>
  )
}

/** Marks the visible messages as read. Repeats this until the server accepts or refuses it. */
function useReadMark(membership: DeskMembership, id: string, seq: number | undefined) {
  const client = useQueryClient()
  const isLookedAt = useSyncExternalStore(onLook, () => document.visibilityState === 'visible')
  const { mutate } = useMutation({
    mutationFn: (read: number) => call(findDeskEndpoints(membership).mark, { id, got: read, read }),
    retry: (_, error) => isWorthRetrying(error),
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

/** A button that loads earlier messages. */
function LoadEarlierButton({
  id,
  membership,
  missing,
}: {
  id: string
  membership: DeskMembership
  missing: number
}) {
  const client = useQueryClient()
  const reading = useMutation({ mutationFn: () => loadOlderMessages(client, membership, id) })
  if (missing <= 0) return null
  return (
    <>
      <Button busy={reading.isPending} onClick={() => reading.mutate()}>
        {formatCount(missing, 'earlier message')}
      </Button>
      <FailureNotice
        error={reading.error}
        offline="No network. Try again when the network is back."
      />
    </>
  )
}

/**
 * Returns the conversation from the page of the inbox from which it was opened, or from the first page of a folder: of
 * many open conversations, the one that waits longest may be missing among all open ones, but is the first of those
 * that wait.
 */
function useListed(membership: DeskMembership, id: string): DeskConversation | undefined {
  const opened = (useLocation().state as InboxPage | null) ?? firstInboxPage
  const open = useOnPage(membership, id, firstInboxPage, true)
  const there = useOnPage(membership, id, opened, true)
  const isElsewhere = open.isMissing && there.isMissing
  const closed = useOnPage(membership, id, { folder: 'closed', page: 1 }, isElsewhere)
  const waiting = useOnPage(membership, id, { folder: 'waiting', page: 1 }, closed.isMissing)
  const unread = useOnPage(membership, id, { folder: 'unread', page: 1 }, waiting.isMissing)
  const mine = useOnPage(membership, id, { folder: 'mine', page: 1 }, unread.isMissing)
  return open.found ?? there.found ?? closed.found ?? waiting.found ?? unread.found ?? mine.found
}

/** Looks for a conversation on a page of the inbox if `isNeeded`. `isMissing`: the page is loaded and lacks it. */
function useOnPage(membership: DeskMembership, id: string, page: InboxPage, isNeeded: boolean) {
  const listed = useQuery({ ...inboxQuery(membership, page), enabled: isNeeded }).data?.data
  const found = isNeeded ? listed?.find((one) => one.id === id) : undefined
  return { found, isMissing: isNeeded && listed !== undefined && found === undefined }
}

function ConversationActions({ id, membership, onHandedOver }: Props) {
  const [isHanding, setHanding] = useState(false)
  const client = useQueryClient()
  // A change may move the conversation to a later page of another folder.
  const [changed, setChanged] = useState<DeskConversation>()
  const conversation = useListed(membership, id) ?? changed
  const fresh = (answer: DeskConversation) => {
    setChanged(answer)
    return client.invalidateQueries({ queryKey: ['inbox'] })
  }
  const isMine = conversation?.assigned_to?.is_me === true
  const taking = useMutation({
    mutationFn: () => call(assignConversation, { id, to: isMine ? 'nobody' : 'me' }),
    onSuccess: fresh,
  })
  const isClosed = conversation?.state === 'closed'
  const closing = useMutation({
    mutationFn: () =>
      call(findDeskEndpoints(membership).state, { id, state: isClosed ? 'open' : 'closed' }),
    onSuccess: fresh,
  })
  if (conversation === undefined) return null
  return (
    <>
      <ButtonRow>
        <Button busy={taking.isPending} onClick={() => taking.mutate()}>
          {isMine ? 'Unassign' : 'Assign to me'}
        </Button>
        <Button kind="quiet" busy={closing.isPending} onClick={() => closing.mutate()}>
          {isClosed ? 'Open again' : 'Close conversation'}
        </Button>
        <Button kind="quiet" onClick={() => setHanding(true)}>
          Hand over
        </Button>
      </ButtonRow>
      {isHanding && (
        <HandOverDialog
          id={id}
          membership={membership}
          onClose={() => setHanding(false)}
          onDone={onHandedOver}
        />
      )}
      {conversation.assigned_to !== null && !isMine && (
        <MutedText>{conversation.assigned_to.name} is handling it.</MutedText>
      )}
      {conversation.pass_on !== null && (
        <MutedText>
          A message for {conversation.pass_on.name}. Ask them and answer here:{' '}
          <a href={`tel:${conversation.pass_on.phone}`}>
            {formatPhone(conversation.pass_on.phone)}
          </a>
        </MutedText>
      )}
      {conversation.rating !== null && (
        <MutedText>
          Rated {conversation.rating} of 5. {conversation.rating_words}
        </MutedText>
      )}
      <FailureNotice error={taking.error ?? closing.error} />
    </>
  )
}

function Messages({
  messages,
  membership,
}: {
  messages: readonly Message[]
  membership: DeskMembership
}) {
  const end = useRef<HTMLLIElement>(null)
  const newest = messages.at(-1)?.id
  useEffect(() => {
    // Return nothing: in newer browsers this returns a promise, which React would take for a cleanup function.
    end.current?.scrollIntoView?.({ block: 'center' })
  }, [newest])
  return (
    <div role="log" aria-label="Messages" className={styles.log}>
      <ol className={styles.messages}>
        {messages.map((one) => (
          <li key={one.id} className={styles.bubble} data-side={one.from}>
            <MutedText as="small">
              {one.author}
              {one.is_automatic && ' (automatic)'} · {formatMoment(Date.parse(one.sent_at))}
            </MutedText>
            {one.about !== null && (
              <p className={styles.subject}>
                {one.about.title} · {one.about.reference}
              </p>
            )}
            {one.body !== '' && <WrittenText>{one.body}</WrittenText>}
            {one.photo !== null && <MessagePhoto membership={membership} message={one} />}
          </li>
        ))}
        <li ref={end} />
      </ol>
    </div>
  )
}

function MessagePhoto({ membership, message }: { membership: DeskMembership; message: Message }) {
  const { id: message_id, conversation_id: id } = message
  return (
    <LoadedPhoto
      name={['photo', message_id]}
      alt="Sent with this message"
      load={(options) => callFile(findDeskEndpoints(membership).photo, { id, message_id }, options)}
    />
  )
}
