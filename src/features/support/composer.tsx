import { longestMessage } from '#contract/support/model'
import type { Draft } from '#lib/drafts'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './talk.module.css'

/** Where one writes. `send` is false when the phone could not keep the words: they stay here. */
export function Composer({
  draft,
  box,
  waiting,
  send,
}: {
  draft: Draft<string>
  box: RefObject<HTMLTextAreaElement | null>
  /** How many messages of this conversation are not sent. */
  waiting: number
  send: (body: string) => Promise<boolean>
}) {
  const online = useOnline()
  const isBusy = useRef(false)
  const isPressed = useRef(false)
  const [isRefused, setRefused] = useState(false)
  const body = draft.value.trim()
  const over = body.length - longestMessage

  /** Keeping a message takes a slow phone its time: what is typed and sent meanwhile is the next one. */
  async function submit(text: string) {
    const words = text.trim()
    if (words === '' || words.length > longestMessage) return
    isPressed.current = isBusy.current
    if (isBusy.current) return
    isBusy.current = true
    const isKept = await send(words)
    isBusy.current = false
    setRefused(!isKept)
    if (!isKept) return
    let rest = ''
    draft.change((now) => (rest = now.startsWith(text) ? now.slice(text.length).trimStart() : now))
    if (rest === '') void draft.discard()
    box.current?.focus({ preventScroll: true })
    if (isPressed.current) await submit(rest)
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(draft.value)
      }}
    >
      <AreaField
        ref={box}
        label={<span className={styles.unseen}>Your message</span>}
        wrong={over > 0}
        placeholder="Write a message"
        rows={1}
        value={draft.value}
        onChange={(text) => draft.change(text)}
        onBlur={draft.flush}
      />
      <Button type="submit" kind="primary" aria-disabled={body === '' || over > 0}>
        Send
      </Button>
      <div className={styles.under} role="status">
        {over > 0 && `${over} characters too many. Send it in two parts.`}
        {isRefused && 'This phone cannot keep your message. Free some space, or send it as an SMS.'}
        {!isRefused && over <= 0 && !online && waiting > 0 && (
          <>
            Saved on this phone. It is sent when the network is back.{' '}
            <Link to="/phone/outbox">What waits here</Link>
          </>
        )}
      </div>
    </form>
  )
}
