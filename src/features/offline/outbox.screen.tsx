import { serverNow } from '#lib/clock'
import { makeLoginPath } from '#lib/browser'
import { formatAge, formatMoment, formatTime } from '#lib/format'
import { useOnline } from '#lib/online'
import {
  makeEditPath,
  isPreparation,
  type OutboxItem,
  sendItemNow,
  removeFromOutbox,
  useOutboxList,
} from '#lib/outbox'
import { findOutboxKind } from '#lib/room'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Skeleton, Card, Page } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './phone.module.css'

/** The unsent items, at `/phone/outbox`, with or without a network and login. */
export function OutboxScreen() {
  const items = useOutboxList()
  const shown = items?.filter((item) => !isPreparation(item, items)) ?? []
  const waiting = shown.filter(({ state }) => state !== 'sent')
  const sent = shown.filter(({ state }) => state === 'sent').toReversed()
  return (
    <Page
      title="Waiting to be sent"
      under="What you write is kept on this phone until it has arrived."
      narrow
    >
      {items === undefined && <Skeleton count={2} />}
      {items !== undefined && waiting.length === 0 && <EmptyOutbox />}
      <List items={waiting} all={items ?? []} label="Waiting" />
      {sent.length > 0 && <h2>Sent in the last day</h2>}
      <List items={sent} all={items ?? []} label="Sent" />
    </Page>
  )
}

function EmptyOutbox() {
  return (
    <Notice tone="success" title="Nothing is waiting">
      What you write without a network waits here until it is sent.
    </Notice>
  )
}

interface ItemListProps {
  items: readonly OutboxItem[]
  all: readonly OutboxItem[]
  label: string
}

function List({ items, all, label }: ItemListProps) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <Row key={item.id} item={item} all={all} />
      ))}
    </ul>
  )
}

function Row({ item, all }: { item: OutboxItem; all: readonly OutboxItem[] }) {
  const online = useOnline()
  const { state, title, kind, created_at } = item
  // Sent items are below their own heading `h2`, so their titles are one level lower.
  const Title = state === 'sent' ? 'h3' : 'h2'
  const before = all.find(({ id }) => id === item.depends_on)
  const opening = before !== undefined && isPreparation(before, all) ? before : undefined
  const isUnsure = item.is_unsure === true || opening?.is_unsure === true
  return (
    <Card as="li">
      <p className={styles.kind}>
        {findOutboxKind(kind)?.word} · written {formatAge(created_at)}
      </p>
      <Title className={styles.title}>{title}</Title>
      <p className={styles.state} data-state={state} role="status">
        {describeItem(item, opening === undefined ? before : undefined, online)}
      </p>
      {state === 'waiting' && isUnsure && (
        <p className={styles.kind}>
          Tried, but got no answer. Even if it is sent again, it counts only once.
        </p>
      )}
      {state !== 'sent' && state !== 'sending' && (
        <Actions item={item} opening={opening} all={all} />
      )}
    </Card>
  )
}

function describeItem(item: OutboxItem, before: OutboxItem | undefined, online: boolean): string {
  const { state, said, sent_at = 0, next_at } = item
  if (state === 'sent') return `Sent at ${formatMoment(sent_at)}`
  if (state === 'sending') return 'Being sent…'
  if (state === 'sign_in') return 'Log in to send this'
  if (state === 'needs_you')
    return `Needs your attention: ${Object.values(said?.fields ?? {})[0] ?? said?.detail ?? ''}`
  if (!online) return 'Waiting for the network'
  if (before !== undefined && before.state !== 'sent') return `Sent after “${before.title}”`
  if (next_at > serverNow())
    return `${said?.detail ?? 'Not accepted yet.'} Next try at ${formatTime(next_at)}`
  return 'About to be sent'
}

interface ActionsProps {
  item: OutboxItem
  /** The item that must be sent first, if it is not listed. */
  opening: OutboxItem | undefined
  all: readonly OutboxItem[]
}

function Actions({ item, opening, all }: ActionsProps) {
  const { id, state, said } = item
  const [isAsked, setAsked] = useState(false)
  const online = useOnline()
  const sending = useMutation({
    mutationFn: async () => {
      if (opening !== undefined) await sendItemNow(opening.id)
      await sendItemNow(id)
    },
  })
  // The server has refused exactly this input, so it must be changed first.
  const isRefused = state === 'needs_you' && said?.code !== 'expired'
  return (
    <div className={styles.actions}>
      {state === 'sign_in' && (
        <ButtonAnchor kind="primary" href={makeLoginPath()}>
          Log in
        </ButtonAnchor>
      )}
      {state !== 'sign_in' && !isRefused && (
        <Button kind="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
          {said?.code === 'expired' ? 'Send anyway' : 'Send now'}
        </Button>
      )}
      <ButtonLink to={makeEditPath(item)}>Edit</ButtonLink>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {sending.isSuccess && !online && state === 'waiting' && (
        <p role="status" className={styles.kind}>
          Still no network. We send it when the network is back.
        </p>
      )}
      <Dialog open={isAsked} onClose={() => setAsked(false)} title="Delete this?">
        <DeleteItemDialog {...{ item, opening, all }} onClose={() => setAsked(false)} />
      </Dialog>
    </div>
  )
}

function DeleteItemDialog({ item, opening, all, onClose }: ActionsProps & { onClose: () => void }) {
  const isShared = all.some(({ id, depends_on }) => id !== item.id && depends_on === opening?.id)
  const taking = useMutation({
    mutationFn: async () => {
      const taken = await removeFromOutbox(item.id)
      if (taken !== undefined && opening !== undefined && !isShared)
        await removeFromOutbox(opening.id)
    },
    onSuccess: onClose,
  })
  return (
    <>
      <p className={styles.title}>{item.title}</p>
      <p>
        {item.is_unsure === true
          ? 'It may have arrived already: we got no answer when it was sent. Deleting removes it from this phone only.'
          : 'It has not been sent. Deleting it cannot be undone.'}
      </p>
      <div className={styles.actions}>
        <Button kind="danger" busy={taking.isPending} onClick={() => taking.mutate()}>
          Delete
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </>
  )
}
