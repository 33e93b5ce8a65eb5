import { CallError } from '#lib/api'
import { makeLoginPath } from '#lib/browser'
import { serverNow } from '#lib/clock'
import { formatTime } from '#lib/format'
import { type OutboxItem, useOutbox, useOutboxList } from '#lib/outbox'
import { useUser } from '#lib/session'
import type { FieldWatch } from '#lib/use-field-checks'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/page'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Returns the server's refusal of an edited item, for a form to show; null if it was not refused. */
export function findItemRefusal(waiting: OutboxItem | undefined): CallError | null {
  if (waiting?.said === undefined) return null
  const { detail, fields } = waiting.said
  return new CallError({ code: 'invalid_input', detail, fields })
}

/** A form for something that is stored on this phone until it is sent. `what` names it, such as `A report`. */
export function OutboxForm({
  form,
  draft,
  what,
  action,
  children,
}: {
  form: { submit: () => void; error: Error | null; isSending: boolean; watch: FieldWatch }
  draft: { flush: () => void }
  what: string
  /** The label of the button. */
  action: string
  children: ReactNode
}) {
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      watch={form.watch}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending} wide>
          {action}
        </Button>
      }
    >
      <LogInLaterNotice what={what} />
      {children}
    </Form>
  )
}

/** Explains that a login is needed, and that the typed text will not be lost. */
function LogInLaterNotice({ what }: { what: string }) {
  if (useUser() !== undefined) return null
  return (
    <Notice actions={<ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>}>
      {what} needs an account. What you write stays on this phone until you log in.
    </Notice>
  )
}

/**
 * Renders a form for a new item, or for the unsent one in `?waiting=`. `what` names it, such as `review`. If it is sent
 * while it is being changed, or may have arrived before, says so, and the form stays with what was typed.
 */
export function OutboxItemLoader({
  what,
  children,
}: {
  what: string
  children: (waiting: OutboxItem | undefined) => ReactNode
}) {
  const [params] = useSearchParams()
  const items = useOutboxList()
  const id = params.get('waiting')
  if (id === null) return children(undefined)
  if (items === undefined) return <Skeleton />
  const waiting = items.find((item) => item.id === id)
  if (waiting !== undefined)
    return (
      <>
        <ArrivalNotice what={what} item={waiting} />
        {children(waiting)}
      </>
    )
  return (
    <Notice title={`This ${what} is not waiting any more.`} live="polite">
      It was sent or deleted.
    </Notice>
  )
}

/** Warns above the form of an unsent item that it was sent meanwhile, or may have arrived before; null otherwise. */
function ArrivalNotice({ what, item }: { what: string; item: OutboxItem }) {
  if (item.state === 'sent')
    return (
      <Notice tone="warning" live="polite" title={`This ${what} was sent before you changed it.`}>
        What you send now is sent as well.
      </Notice>
    )
  if (item.is_unsure !== true || item.state === 'sending') return null
  return (
    <Notice tone="warning" title={`This ${what} may have arrived already.`}>
      It was sent, but no answer came. If it did arrive, what you send now is sent as well.
    </Notice>
  )
}

interface SendingNoticeProps {
  item: OutboxItem
  /** A link to the screen where the sent item will appear. */
  see?: ReactNode
  thanks: string
  /** The text displayed while the item is unsent. */
  children?: ReactNode
}

/** The state of an item: stored, sent, or returned for editing. */
export function SendingNotice({ item, see, thanks, children }: SendingNoticeProps) {
  const user = useUser()
  const now = useOutbox(item.kind).find(({ id }) => id === item.id) ?? item
  const { state } = now
  if (state === 'sent')
    return (
      <Notice tone="success" live="polite" title="Sent." actions={see}>
        {thanks}
      </Notice>
    )
  if (state === 'needs_you')
    return (
      <Notice
        tone="danger"
        live="assertive"
        title="It could not be sent as it is."
        actions={see ?? <OutboxLink />}
      >
        What you wrote is still on this phone. Look at it and change it.
      </Notice>
    )
  const until = user === undefined ? 'Log in to send it.' : 'It is sent when the network is back.'
  return (
    <Notice
      live="polite"
      title={describeDelayedSending(now) ?? `Saved on this phone. ${until}`}
      actions={
        <>
          <OutboxLink />
          {see}
        </>
      }
    >
      {children}
    </Notice>
  )
}

/** For an item that the server asked us to retry later: its reason and the retry time; otherwise undefined. */
const describeDelayedSending = ({ state, said, next_at }: OutboxItem) =>
  state === 'waiting' && said && next_at > serverNow()
    ? `${said.detail} It is sent at ${formatTime(next_at)}.`
    : undefined

const OutboxLink = () => <ButtonLink to="/phone/outbox">See what is waiting</ButtonLink>
