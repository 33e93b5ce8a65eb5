import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { describeError, findFieldErrors } from '#lib/api/error'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './desk.module.css'

/** The outcome of an action whose card has disappeared. */
export interface OutcomeText {
  text: string
  /** The id of the card that shows a refusal itself while it is in the list. */
  card_id?: string
}

/**
 * Returns the outcome that a list shows. That of a card is shown only once the list has loaded without it, for instance
 * because another member has decided. `cards`: the ids of the loaded cards that can show a refusal. `setOutcome` must
 * be called with undefined when another page or folder is chosen.
 */
export function useOutcome(cards: readonly string[] | undefined) {
  const [latest, setOutcome] = useState<OutcomeText>()
  const isInCard = latest?.card_id !== undefined && cards?.includes(latest.card_id) !== false
  return { outcome: isInCard ? undefined : latest, setOutcome }
}

/**
 * Reports the refusal that the card `card_id` shows, since the card takes it along when it leaves the list. Ends the
 * outcome of an earlier action when the next one begins. A mistake in a field is not reported.
 */
export function useRefusalOutcome(
  card_id: string,
  { error, isPending }: { error: Error | null; isPending: boolean },
  onOutcome: (outcome: OutcomeText | undefined) => void,
) {
  const begin = useEffectEvent(() => onOutcome(undefined))
  const report = useEffectEvent((refusal: Error) => {
    const isMistake = Object.keys(findFieldErrors(refusal)).length > 0
    if (!isMistake && !isOutcomeUnknown(refusal))
      onOutcome({ card_id, text: `Not done: ${describeError(refusal, '')}` })
  })
  useEffect(() => {
    if (isPending) begin()
  }, [isPending])
  useEffect(() => {
    if (error !== null) report(error)
  }, [error])
}

/** Shows an outcome and takes over the focus of the card that has disappeared. Renders nothing without an outcome. */
export function OutcomeNotice({ outcome }: { outcome: OutcomeText | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [outcome])
  if (outcome === undefined) return null
  return (
    <p ref={line} role="status" tabIndex={-1} className={styles.outcome}>
      {outcome.text}
    </p>
  )
}
