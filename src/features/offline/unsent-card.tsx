import { makeLoginPath } from '#lib/browser'
import { makeEditPath, type OutboxItem, removeFromOutbox } from '#lib/outbox'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { Card } from '#ui/page'
import { ButtonRow } from '#ui/notice'
import type { ReactNode } from 'react'
import styles from './unsent-card.module.css'

interface WaitingCardProps {
  item: OutboxItem
  /** What the room asks the person to do first, instead of the usual state, and the label of the button for it. */
  asks?: { words: string; act: string } | undefined
  /** The content of the item, rendered by its room. */
  children: ReactNode
}

/** One of the user's unsent items, displayed in a list of sent ones: its state, with buttons to change or delete it. */
export function UnsentCard({ item, asks, children }: WaitingCardProps) {
  const { id, title, state } = item
  return (
    <Card as="li" label={title}>
      <p
        className={styles.state}
        data-state={asks === undefined ? state : 'needs_you'}
        role="status"
      >
        {asks?.words ?? describeState(item)}
      </p>
      {children}
      {state !== 'sending' && (
        <ButtonRow>
          {state === 'sign_in' && <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>}
          <ButtonLink to={makeEditPath(item)}>{asks?.act ?? 'Change'}</ButtonLink>
          <ConfirmButton
            yes="Yes, delete it"
            busy={false}
            onConfirm={() => void removeFromOutbox(id)}
          >
            Delete
          </ConfirmButton>
        </ButtonRow>
      )}
    </Card>
  )
}

function describeState({ state, said }: OutboxItem): string {
  if (state === 'sending') return 'Being sent…'
  if (state === 'sign_in') return 'Log in, then it is sent'
  if (state === 'needs_you')
    return `Not sent: ${Object.values(said?.fields ?? {})[0] ?? said?.detail ?? 'look at it again'}`
  return 'Waiting to be sent'
}
