import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PaymentSubject } from './due.ts'
import type { Funds } from './funds.ts'
import { MethodForm } from './method-form.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { pendingReference } from './pending.ts'

/**
 * The choice of a method, or the state of a payment: the one in the address (`?payment=`), the one that this phone
 * waits for, or the one that the server knows (`started`).
 */
export function PaymentFlow({
  due,
  total_kobo,
  started,
  Funds,
  instead,
  done,
}: {
  due: PaymentSubject
  total_kobo: number
  started?: string | undefined
  /** What the person may pay with besides a company's ways. */
  Funds: Funds
  /** Shown instead of the choice if it cannot be paid now. */
  instead?: ReactNode
  /** The next step after a refund. */
  done: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const [payment, setPayment] = useState(
    () => params.get('payment') ?? pendingReference(due) ?? started,
  )
  if (payment !== undefined)
    return (
      <PaymentProgress
        due={due}
        reference={payment}
        isDue={instead === undefined}
        onOther={() => {
          setPayment(undefined)
          // After returning from the next company, this payment must not be shown.
          setParams((now) => (now.delete('payment'), now), { replace: true })
        }}
        done={done}
      />
    )
  const show = (reference: string) => {
    setPayment(reference)
    // The account to pay into is above the form.
    scrollTo(0, 0)
  }
  return instead ?? <MethodForm {...{ due, total_kobo, Funds }} onStarted={show} />
}
