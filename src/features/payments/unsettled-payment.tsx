import { read } from '#lib/device'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { findPayPath } from './due.ts'

/** A notice in a list of payables of one kind: a payment for one of them is still pending on this phone. */
export function UnsettledPaymentNotice({ kind }: { kind: string }) {
  const reference = read('pending_payment')?.[kind]
  if (reference === undefined) return null
  return (
    <Notice
      tone="warning"
      title="A payment is not settled yet."
      actions={
        <ButtonLink to={findPayPath({ kind, reference })} kind="primary">
          Has my payment landed?
        </ButtonLink>
      }
    />
  )
}
