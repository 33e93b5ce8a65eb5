import { fieldsOf } from '#lib/act'
import { CallError } from '#lib/api'
import { loginPath } from '#lib/browser'
import {
  addToOutbox,
  type NewOutboxItem,
  type OutboxItem,
  takeBack,
  useOutbox,
  useOutboxList,
} from '#lib/outbox'
import { useUser } from '#lib/session'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Bones } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

interface Sending {
  /** What is written: an item for the outbox, or a `CallError` thrown that says what is wrong with it. */
  written: () => NewOutboxItem
  draft: { discard: () => unknown }
  /** What is being changed: the new words take its place. */
  waiting: OutboxItem | undefined
  onKept: (item: OutboxItem) => void
}

/** Sends what a form holds by way of this phone: it is kept here before anything is sent. */
export function useSending({ written, draft, waiting, onKept }: Sending) {
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const item = await addToOutbox(written())
      if (item === undefined) throw new CallError({ detail: notKept })
      // Afterwards: between the two it may stand twice, but never nowhere.
      if (waiting !== undefined) await takeBack(waiting.id)
      return item
    },
    onSuccess: (item) => {
      draft.discard()
      onKept(item)
    },
  })
}

const notKept =
  'This phone could not keep it: its storage is full or closed. Make room, then send it again.'

/**
 * What a form says is wrong, as a whole and by field: why it was not kept, without what was mended since
 * (`faults` is what is wrong with it now); before it was sent, why what is being changed was `refused`.
 */
export function whatIsWrong(
  error: Error | null,
  faults: Record<string, string>,
  refused: CallError | null,
): { error: Error | null; fields: Record<string, string> } {
  if (error === null) return { error: refused, fields: fieldsOf(refused) }
  const told = Object.keys(fieldsOf(error))
  const fields = Object.fromEntries(Object.entries(faults).filter(([name]) => told.includes(name)))
  const isMended = told.length > 0 && Object.keys(fields).length === 0
  return { error: isMended ? null : error, fields }
}

/** Why what is being changed was not taken, as a form shows it. */
export function refusalOf(waiting: OutboxItem | undefined): CallError | null {
  if (waiting?.said === undefined) return null
  const { detail, fields } = waiting.said
  return new CallError({ code: 'invalid_input', detail, fields })
}

/** Sent in one's own name, and yet nothing typed is lost without a login. `what`: `A report`. */
export function LogInLater({ what }: { what: string }) {
  if (useUser() !== undefined) return null
  return (
    <Notice actions={<ButtonAnchor href={loginPath()}>Log in</ButtonAnchor>}>
      {what} needs an account. What you write stays on this phone until you log in.
    </Notice>
  )
}

/** A form for something new, or for what `?waiting=` names and is not sent yet. `what`: `review`. */
export function NewOrWaiting({
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
  if (items === undefined) return <Bones />
  const waiting = items.find((item) => item.id === id)
  if (waiting !== undefined) return children(waiting)
  return (
    <Notice title={`This ${what} is not waiting any more.`} says="soon">
      It was sent or deleted.
    </Notice>
  )
}

interface SendingNoticeProps {
  item: OutboxItem
  /** The way to where it will stand. */
  see: ReactNode
  thanks: string
  /** Said while it waits. */
  children?: ReactNode
}

/** What became of what was written: on the phone, then sent, or back to its writer. */
export function SendingNotice({ item, see, thanks, children }: SendingNoticeProps) {
  const user = useUser()
  const { state } = useOutbox(item.kind).find(({ id }) => id === item.id) ?? item
  if (state === 'sent')
    return (
      <Notice kind="done" says="soon" title="Sent." actions={see}>
        {thanks}
      </Notice>
    )
  if (state === 'needs_you')
    return (
      <Notice kind="harm" says="now" title="It could not be sent as it is." actions={see}>
        What you wrote is still on this phone. Look at it and change it.
      </Notice>
    )
  const until =
    user === undefined ? 'Log in and it is sent.' : 'It is sent when the network is back.'
  return (
    <Notice
      says="soon"
      title={`Saved on this phone. ${until}`}
      actions={
        <>
          <ButtonLink to="/phone/outbox">What is waiting</ButtonLink>
          {see}
        </>
      }
    >
      {children}
    </Notice>
  )
}
