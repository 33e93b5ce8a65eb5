import { formatCount } from '#contract/quantities'
import { maxMessageLength } from '#contract/support/rules'
import type { Draft } from '#lib/drafts'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { VisuallyHidden } from '#ui/visually-hidden'
import { type RefObject, useRef, useState } from 'react'
import { Link } from '#ui/link'
import { AttachButton } from './attach.tsx'
import { useTypingSignal } from './marks.ts'
import type { Attachment, MessageDraft } from './unsent.ts'
import { type AttachmentDraft, isNothingAttached } from './use-attachment.ts'
import styles from './conversation.module.css'

/**
 * The field for a message. `send` returns false if the phone could not store the message. In that case the text
 * remains.
 */
export function MessageComposer({
  id,
  draft,
  attachment,
  box,
  waiting,
  send,
}: {
  /** The id of the conversation; undefined until it is opened. */
  id: string | undefined
  draft: Draft<string>
  attachment: AttachmentDraft
  box: RefObject<HTMLTextAreaElement | null>
  /** How many messages of this conversation are not sent yet. */
  waiting: number
  send: (said: MessageDraft) => Promise<boolean>
}) {
  const online = useOnline()
  const isBusy = useRef(false)
  const isPressed = useRef(false)
  const [isRefused, setRefused] = useState(false)
  const { attached, attach } = attachment
  const isAttached = !isNothingAttached(attached)
  const sayTyping = useTypingSignal(id)
  const body = draft.value.trim()
  const over = body.length - maxMessageLength

  /** Queues the message. Storing takes time on a slow phone, so text typed in the meantime becomes the next message. */
  async function submit(text: string, beside: Attachment) {
    const words = text.trim()
    if ((words === '' && isNothingAttached(beside)) || words.length > maxMessageLength) return
    isPressed.current = isBusy.current
    if (isBusy.current) return
    isBusy.current = true
    const isKept = await send({ body: words, ...beside })
    isBusy.current = false
    setRefused(!isKept)
    if (!isKept) return
    attach({})
    let rest = ''
    draft.change((now) => (rest = now.startsWith(text) ? now.slice(text.length).trimStart() : now))
    if (rest === '') void draft.discard()
    box.current?.focus({ preventScroll: true })
    if (isPressed.current) await submit(rest, {})
  }

  return (
    <form
      className={styles.composer}
      data-composer=""
      onSubmit={(event) => {
        event.preventDefault()
        void submit(draft.value, attached)
      }}
    >
      <AreaField
        ref={box}
        label={<VisuallyHidden>Your message</VisuallyHidden>}
        wrong={over > 0}
        placeholder="Write a message"
        rows={1}
        value={draft.value}
        onChange={(text) => {
          draft.change(text)
          sayTyping()
        }}
        onBlur={draft.flush}
      />
      <Button type="submit" kind="primary" aria-disabled={(body === '' && !isAttached) || over > 0}>
        Send
      </Button>
      <ComposerStatus over={over} isRefused={isRefused} isWaiting={!online && waiting > 0} />
      <AttachButton attachment={attachment} />
    </form>
  )
}

/** The line below the field: a problem with the text, or that messages wait for the network. */
function ComposerStatus({
  over,
  isRefused,
  isWaiting,
}: {
  over: number
  isRefused: boolean
  isWaiting: boolean
}) {
  return (
    <div className={styles.under} role="status">
      {over > 0 && `${formatCount(over, 'character')} too many. Send it in two parts.`}
      {isRefused && 'This phone cannot keep your message. Free some space, or send it as an SMS.'}
      {!isRefused && over <= 0 && isWaiting && (
        <>
          Saved on this phone. It is sent when the network is back.{' '}
          <Link to="/phone/outbox">See what is waiting</Link>
        </>
      )}
    </div>
  )
}
