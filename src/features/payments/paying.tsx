import type { Payment } from '#contract/payments/model'
import { deleteUnansweredKeys, hasUnansweredAction } from '#lib/api/idempotency-key'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type PaymentPart, type PayableRef, findPayableQueryKey, findPayPath } from './due.ts'
import type { FundsComponent } from './funds.ts'
import { MethodForm } from './method-form.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { findPendingReference } from './pending.ts'

/**
 * Shows the choice of a method, or the state of a payment: the one in the URL (`?payment=`), the pending one of this
 * phone, or the one that the server knows (`started`).
 */
export function PaymentFlow({
  due,
  total_kobo,
  part,
  started,
  Funds,
  instead,
  deadline,
  otherwise,
  done,
}: {
  due: PayableRef
  total_kobo: number
  /** The part that is due, if the price is paid in parts. */
  part?: PaymentPart | undefined
  started?: string | undefined
  /** The person's own funds, offered beside the methods of the companies. */
  Funds: FundsComponent
  /** Displayed instead of the choice if the payable cannot be paid now. */
  instead?: ReactNode
  /** How long the payable waits for a choice. A payment that was started has its own deadline, shown in its place. */
  deadline?: ReactNode
  /** A way to pay without us, offered below the methods. */
  otherwise?: ReactNode
  /** The next step after a refund. */
  done: ReactNode
}) {
  const { payment, left, show, leave } = useVisiblePayment(due, started)
  const [declined, setDeclined] = useState<Payment>()
  const subject = findPayPath(due)
  useEffect(() => {
    // If this payment's first answer was lost, paying again in the same way would return this payment, which may be
    // over by then.
    if (payment !== undefined) deleteUnansweredKeys(subject, payment)
  }, [subject, payment])
  const queries = useQueryClient()
  const askAgain = useEffectEvent(() => {
    // The phone's copy may be older than a payment whose answer was lost. Only the server knows that payment.
    if (hasUnansweredAction(subject))
      void queries.invalidateQueries({ queryKey: findPayableQueryKey(due) })
  })
  useEffect(() => askAgain(), [subject])
  if (payment !== undefined)
    return (
      <PaymentProgress
        due={due}
        reference={payment}
        isDue={instead === undefined}
        deadline={deadline}
        onOther={(unpaid) => {
          leave(payment)
          setDeclined(unpaid?.status === 'failed' ? unpaid : undefined)
          // The payment that was begun has extended the time to pay.
          void queries.invalidateQueries({ queryKey: findPayableQueryKey(due) })
        }}
        done={done}
      />
    )
  return (
    <>
      {deadline}
      {instead ?? (
        <>
          <MethodForm {...{ due, total_kobo, part, left, Funds, declined }} onStarted={show} />
          {otherwise}
        </>
      )}
    </>
  )
}

/** The payment whose state is shown; none while the person chooses a method. */
function useVisiblePayment(due: PayableRef, started: string | undefined) {
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState(() => params.get('payment') ?? findPendingReference(due))
  /** The references of the payments that the person has abandoned in order to pay another way. */
  const [left, setLeft] = useState<readonly string[]>([])
  // Not in the initial state: if an answer was lost, only the server's copy of the booking names the payment, later.
  const pending = started !== undefined && !left.includes(started) ? started : undefined
  return {
    payment: chosen ?? pending,
    left,
    show: (reference: string) => {
      setChosen(reference)
      // Scroll up, because the account to pay into is above the form.
      scrollTo(0, 0)
    },
    leave: (payment: string) => {
      setChosen(undefined)
      setLeft((before) => [...before, payment])
      // Remove this payment from the URL, so that it is not displayed when the person returns from the next company.
      setParams((now) => (now.delete('payment'), now), { replace: true })
    },
  }
}
