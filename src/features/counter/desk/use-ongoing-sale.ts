import { CallError } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { useRef, useState } from 'react'

/** One sale, with its idempotency key. */
export interface SaleAttempt<Input> {
  input: Input
  key: string
}

/**
 * What a clerk has typed for a sale, and the sale while it has no answer. The state is outside the form, so that it
 * survives while the form is not displayed.
 */
export interface OngoingSale<Draft, Input, Sold> {
  draft: Draft
  onDraft: (draft: Draft) => void
  /** The sale that has no answer yet: the server may have made it. */
  unanswered: SaleAttempt<Input> | undefined
  /** The refusal of the last sale, until the draft is changed. */
  refused: CallError | null
  /**
   * Sells and empties the draft. A sale that is under way or has no answer is repeated unchanged: the server may have
   * made it.
   */
  sell: (attempt: SaleAttempt<Input>) => Promise<Sold>
}

/** Returns what a clerk has typed, at first `empty`, and its sale while that has no answer. */
export function useOngoingSale<Draft, Input, Sold>({
  empty,
  send,
  onSold,
  onRefused,
}: {
  empty: Draft
  send: (input: Input, key: string) => Promise<Sold>
  onSold?: (input: Input) => void
  onRefused: (input: Input) => void
}): OngoingSale<Draft, Input, Sold> {
  const [draft, setDraft] = useState(empty)
  const [unanswered, setUnanswered] = useState<SaleAttempt<Input>>()
  const [refused, setRefused] = useState<CallError | null>(null)
  const underWay = useRef<{ attempt: SaleAttempt<Input>; draft: Draft }>(undefined)
  const settle = () => {
    underWay.current = undefined
    setUnanswered(undefined)
  }
  return {
    draft,
    onDraft: (next) => {
      setDraft(next)
      setRefused(null)
    },
    unanswered,
    refused,
    sell: async (next) => {
      const { attempt, draft: sent } = (underWay.current ??= { attempt: next, draft })
      try {
        const sold = await send(attempt.input, attempt.key)
        settle()
        // What was typed since is of another sale.
        setDraft((now) => (now === sent ? empty : now))
        onSold?.(attempt.input)
        return sold
      } catch (error) {
        if (isOutcomeUnknown(error)) setUnanswered(attempt)
        else {
          settle()
          setRefused(error instanceof CallError ? error : null)
          onRefused(attempt.input)
        }
        throw error
      }
    },
  }
}
