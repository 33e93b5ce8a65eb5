import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/page'
import { useWaitingSeconds } from '#lib/use-waiting-seconds'
import { useOnline } from '#lib/online'
import type { ReactNode } from 'react'

interface LateAnswerProps {
  /** The sentence while the list is not late. */
  waiting: string
  /** The list that contains what was created. */
  list: { to: string; name: string }
  again: () => unknown
  children: ReactNode
}

/**
 * For an item that is sent, but whose answer is lost: the list that contains what was created is loading. Without a
 * network, or if the list is late, says that the item was sent, and links to the list.
 */
export function LateAnswer({ waiting, list, again, children }: LateAnswerProps) {
  const online = useOnline()
  const isLate = useWaitingSeconds(true) >= 7
  if (online && !isLate)
    return (
      <div role="status" aria-busy="true">
        <p>{waiting}</p>
        <Skeleton count={2} />
      </div>
    )
  return (
    <Notice
      tone="success"
      live="polite"
      title="Sent. Only the answer has not arrived here yet."
      actions={
        <>
          <ButtonLink kind="primary" to={list.to}>
            {list.name}
          </ButtonLink>
          <Button onClick={() => again()}>Try again</Button>
        </>
      }
    >
      {children}
    </Notice>
  )
}
