import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Due } from './due.ts'
import type { Funds } from './funds.ts'
import { MethodForm } from './method-form.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { pendingFor } from './pending.ts'

/**
 * The choice of a way to pay, or what became of the payment under way: the one that the address names
 * (`?payment=`), that this phone waits for, or that the server knows of (`started`).
 */
export function Paying({
  due,
  total_kobo,
  started,
  Funds,
  instead,
  done,
}: {
  due: Due
  total_kobo: number
  started?: string | undefined
  /** What the person may pay with besides a company's ways. */
  Funds: Funds
  /** Shown instead of the choice where it cannot be paid now. */
  instead?: ReactNode
  /** The way on when the money goes back. */
  done: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const [payment, setPayment] = useState(() => params.get('payment') ?? pendingFor(due) ?? started)
  if (payment !== undefined)
    return (
      <PaymentProgress
        due={due}
        reference={payment}
        isDue={instead === undefined}
        onOther={() => {
          setPayment(undefined)
          // Who comes back here from the next company must not read of this one.
          setParams((now) => (now.delete('payment'), now), { replace: true })
        }}
        done={done}
      />
    )
  const show = (reference: string) => {
    setPayment(reference)
    // The account to pay into stands above the form that was sent.
    scrollTo(0, 0)
  }
  return instead ?? <MethodForm {...{ due, total_kobo, Funds }} onStarted={show} />
}
