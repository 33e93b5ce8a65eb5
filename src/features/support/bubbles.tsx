import type { ReadMarks, Message } from '#contract/support/model'
import { computeDay, formatDayOfAnyYear, formatTime } from '#lib/format'
import { useOnline } from '#lib/online'
import { UnstyledButton } from '#ui/button'
import { Fragment, memo, type ReactNode } from 'react'
import { MessageSubjectCard, MessagePhoto } from './attached.tsx'
import styles from './conversation.module.css'
import { SelfHelpLinks } from './self-help.tsx'
import type { UnsentMessage } from './unsent.ts'

/** The messages, grouped by day, then the unsent ones. Screen readers announce new messages. */
export const MessageBubbles = memo(function Bubbles({
  messages,
  marks,
  unsent,
  hasSelfHelp,
  onChange,
  onDrop,
}: {
  messages: readonly Message[]
  marks: ReadMarks | undefined
  /** Whether the automatic answer to the first message is followed by links to what people can do themselves. */
  hasSelfHelp: boolean
  unsent: readonly UnsentMessage[]
  onChange: (id: string) => void
  onDrop: (id: string) => void
}) {
  const said = messages.map((message) => ({
    at: message.sent_at,
    id: message.id,
    shown: <MessageBubble {...message} marks={marks} hasSelfHelp={hasSelfHelp} />,
  }))
  const going = unsent.map((item) => ({
    at: new Date(item.created_at).toISOString(),
    id: item.id,
    shown: (
      <UnsentBubble item={item} onChange={() => onChange(item.id)} onDrop={() => onDrop(item.id)} />
    ),
  }))
  const all = [...said, ...going].map((one) => ({ ...one, day: computeDay(one.at) }))
  return (
    <div role="log" aria-label="Messages">
      <ol className={styles.bubbles}>
        {all.map(({ id, day, shown }, at) => (
          <Fragment key={id}>
            {day !== all[at - 1]?.day && <li className={styles.day}>{formatDayOfAnyYear(day)}</li>}
            {shown}
          </Fragment>
        ))}
      </ol>
    </div>
  )
})

function Bubble({ side, children }: { side: 'me' | 'them' | 'going'; children: ReactNode }) {
  return (
    <li className={styles.bubble} data-side={side}>
      {children}
    </li>
  )
}

/** Returns the delivery state of one of the user's messages. */
const stateOf = (seq: number, { got, read } = { got: 0, read: 0 }) =>
  seq <= read ? 'Read' : seq <= got ? 'Delivered' : 'Sent'

/** The number of the automatic answer to a first message. Later automatic messages report something else. */
const firstAnswerSeq = 2

function MessageBubble({
  id,
  conversation_id,
  seq,
  from,
  author,
  is_automatic,
  body,
  photo,
  about,
  sent_at,
  marks,
  hasSelfHelp,
}: Message & { marks: ReadMarks | undefined; hasSelfHelp: boolean }) {
  return (
    <Bubble side={from}>
      {author !== null && (
        <b className={styles.author}>
          {author}
          {is_automatic && ' (automatic answer)'}
        </b>
      )}
      {about && <MessageSubjectCard about={about} />}
      {photo !== null && photo !== undefined && (
        <MessagePhoto id={conversation_id} message_id={id} />
      )}
      {body !== '' && <p className={styles.body}>{body}</p>}
      {hasSelfHelp && is_automatic && seq === firstAnswerSeq && <SelfHelpLinks />}
      <small>
        {from === 'me' && 'You, '}
        <time dateTime={sent_at}>{formatTime(sent_at)}</time>
        {from === 'me' && ` · ${stateOf(seq, marks)}`}
      </small>
    </Bubble>
  )
}

function UnsentBubble({
  item,
  onChange,
  onDrop,
}: {
  item: UnsentMessage
  onChange: () => void
  onDrop: () => void
}) {
  const online = useOnline()
  const { body, photo, about, created_at, said } = item
  // With a network, a message that was not tried yet counts as being sent.
  const isNew = online && item.state === 'waiting' && item.attempts === 0
  const state = isNew ? 'sending' : item.state
  const words = {
    // If the server does not answer, there is no network, even if the browser reports one.
    waiting: online && item.is_unsure !== true ? 'Not sent yet' : 'Waiting for the network',
    sending: 'Sending…',
    sign_in: 'Log in to send it',
    needs_you: 'Not sent',
    sent: 'Sent',
  }
  return (
    <Bubble side={state === 'sent' ? 'me' : 'going'}>
      {body !== '' && <p className={styles.body}>{body}</p>}
      {(photo ?? about) !== undefined && (
        <p>With {[about?.reference, photo && 'a photo'].filter(Boolean).join(' and ')}</p>
      )}
      <small>
        You, {formatTime(created_at)} · {words[state]}
      </small>
      {said !== undefined && state === 'needs_you' && (
        <p className={styles.refused} role="alert">
          {Object.values(said.fields)[0] ?? said.detail}
        </p>
      )}
      {state !== 'sent' && state !== 'sending' && (
        <span className={styles.acts}>
          <UnstyledButton className={styles.act} onClick={onChange}>
            Edit
          </UnstyledButton>
          <UnstyledButton className={styles.act} onClick={onDrop}>
            Delete
          </UnstyledButton>
        </span>
      )}
    </Bubble>
  )
}
