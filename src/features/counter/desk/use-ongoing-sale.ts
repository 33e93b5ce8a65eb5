import type { Shape } from '#contract/shape'
import { CallError } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { useEffect, useRef, useState } from 'react'
import {
  deleteStoredSale,
  listStoredSales,
  type SaleAttempt,
  type SaleScope,
  storeSale,
} from './stored-sales.ts'

/** A sale without an answer. `is_restored`: it was made before the clerk left the counter, so its draft is gone. */
interface UnansweredAttempt<Input> extends SaleAttempt<Input> {
  is_restored?: true
  /** The refusal of a restored sale, which no form can show. */
  refusal?: CallError
}

/**
 * What a clerk has typed for a sale, and the sale while it has no answer. The state is outside the form, so that it
 * survives while the form is not displayed.
 */
export interface OngoingSale<Draft, Input, Sold> {
  /** False until the sales without an answer that this device stores are read: until then, nothing may be sold. */
  is_ready: boolean
  draft: Draft
  onDraft: (draft: Draft) => void
  /** The sale that has no answer yet: the server may have made it. */
  unanswered: UnansweredAttempt<Input> | undefined
  /** The refusal of the last sale, until the draft is changed. */
  refused: CallError | null
  /**
   * Sells and empties the draft. A sale that is under way or has no answer is repeated unchanged: the server may have
   * made it.
   */
  sell: (attempt: UnansweredAttempt<Input>) => Promise<Sold>
  /** Gives up the sale that has no answer, or whose refusal was read. */
  forget: () => void
}

/**
 * Returns what a clerk has typed, at first `empty`, and its sale while that has no answer. A sale is stored on this
 * device before it is sent, so that it comes back if the clerk leaves the counter before the answer. `shape`: the
 * fields of a stored sale that are displayed.
 */
export function useOngoingSale<Draft, Input, Sold>({
  scope,
  shape,
  empty,
  send,
  onSold,
  onRefused,
}: {
  scope: SaleScope
  shape: Shape
  empty: Draft
  send: (input: Input, key: string) => Promise<Sold>
  onSold?: (input: Input) => void
  onRefused: (input: Input) => void
}): OngoingSale<Draft, Input, Sold> {
  const [draft, setDraft] = useState(empty)
  const [waiting, setWaiting] = useUnansweredSales<Input>(scope, shape)
  const [refused, setRefused] = useState<CallError | null>(null)
  const underWay = useRef<{ attempt: UnansweredAttempt<Input>; draft: Draft }>(undefined)
  const unanswered = waiting?.[0]
  const isGone = useIsGone()
  const settle = ({ key }: SaleAttempt<Input>) => {
    underWay.current = undefined
    // Nobody sees an answer that comes after the clerk has left the counter: the sale waits there for another one.
    if (isGone.current) return
    deleteStoredSale(key)
    setWaiting((all) => all?.filter((one) => one.key !== key))
  }
  return {
    is_ready: waiting !== undefined,
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
        storeSale(scope, attempt)
        const sold = await send(attempt.input, attempt.key)
        settle(attempt)
        // What was typed since is of another sale.
        setDraft((now) => (now === sent ? empty : now))
        setRefused(null)
        onSold?.(attempt.input)
        return sold
      } catch (error) {
        const wasUnanswered = waiting?.some(({ key }) => key === attempt.key) === true
        if (isOutcomeUnknown(error) || (wasUnanswered && !isFinal(error)))
          setWaiting((all) => replaceSale(all, attempt))
        else {
          settle(attempt)
          const refusal = error instanceof CallError ? error : null
          if (attempt.is_restored && refusal)
            setWaiting((all) => replaceSale(all, { ...attempt, refusal }))
          else setRefused(refusal)
          onRefused(attempt.input)
        }
        throw error
      }
    },
    forget: () => unanswered && settle(unanswered),
  }
}

/** Returns a reference that is true once the screen is closed. */
function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

/**
 * Whether a refusal says what became of a sale. The server checks logins and limits before it looks whether it has made
 * the sale, so only a conflict does.
 */
const isFinal = (error: unknown) => error instanceof CallError && error.status === 409

/** Returns a list in which a sale comes first, in place of its earlier state. */
const replaceSale = <Input>(
  all: readonly UnansweredAttempt<Input>[] = [],
  sale: UnansweredAttempt<Input>,
) => [sale, ...all.filter(({ key }) => key !== sale.key)]

/** Returns the sales without an answer, at first those that this device stores; undefined until they are read. */
function useUnansweredSales<Input>({ kind, operator }: SaleScope, shape: Shape) {
  const [waiting, setWaiting] = useState<readonly UnansweredAttempt<Input>[]>()
  useEffect(() => {
    let isGone = false
    void listStoredSales<Input>({ kind, operator }, shape).then((stored) => {
      if (!isGone) setWaiting(stored.map((sale) => ({ ...sale, is_restored: true })))
    })
    return () => {
      isGone = true
    }
  }, [kind, operator, shape])
  return [waiting, setWaiting] as const
}
