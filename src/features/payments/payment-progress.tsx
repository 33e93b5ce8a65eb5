import { formatNaira } from '#contract/money'
import type { Payment } from '#contract/payments/model'
import { CallError } from '#lib/api'
import { formatTime } from '#lib/format'
import { findPayableByKind, refetchBalances } from '#lib/room'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { Actions, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type PayableRef, payableQueryKey } from './due.ts'
import { deleteEndedPayment } from './pending.ts'
import { checkPayment, getPaymentQuery } from './queries.ts'
import styles from './payments.module.css'

/** The state of a payment and the next step. Checking it more than once has no second effect. */
export function PaymentProgress({
  due,
  reference,
  onOther,
  isDue = true,
  done,
}: {
  /** What is being paid for. Missing for a top-up. */
  due?: PayableRef
  reference: string
  onOther: () => void
  /** Whether the payable can still be paid, even if this payment is refunded. A top-up always can. */
  isDue?: boolean
  /** The next step after a top-up or a refund. */
  done: ReactNode
}) {
  const { payment, asking } = useLanding(reference, due, isDue)
  return (
    <>
      {payment.data === undefined && isUnknown(payment.error) && (
        <p className={styles.soft}>
          Payment {reference}. If you have paid, the money is safe, and{' '}
          {findPayableByKind(due?.kind)?.labels.bought ?? 'what you paid for'} comes automatically.
        </p>
      )}
      <QueryResult query={payment} refused={{ not_found: () => <NotOurs onOther={onOther} /> }}>
        {(data) => (
          <Card label="Your payment">
            <State payment={data} />
            {isOpen(data) && isDue && <ToPay payment={data} />}
            {asking.error !== null && (
              <Notice kind="mind" says="soon">
                {problemOf(asking.error)}
              </Notice>
            )}
            <Actions wide>
              {isOpen(data) && (
                <Button
                  kind="primary"
                  busy={asking.isPending}
                  disabled={data.checks_left === 0}
                  onClick={() => asking.mutate()}
                >
                  Has my payment landed?
                </Button>
              )}
              {isOpen(data) && isDue && data.authorization_url !== null && (
                <ButtonAnchor href={data.authorization_url}>Back to the payment page</ButtonAnchor>
              )}
              {data.status !== 'succeeded' && isDue && (
                <Button
                  kind={isOpen(data) ? 'plain' : 'primary'}
                  onClick={() => (deleteEndedPayment(due, reference), onOther())}
                >
                  Pay another way
                </Button>
              )}
              {isRefunded(data) && isDue ? (
                <Button kind="primary" onClick={onOther}>
                  Pay again
                </Button>
              ) : (
                isOver(data, due, isDue) && done
              )}
            </Actions>
            <p className={styles.soft}>
              Payment {data.reference}. Keep this number if you call us.
            </p>
          </Card>
        )}
      </QueryResult>
    </>
  )
}

/** Loads a payment at once, on demand, and at its deadline. When the payment ends, loads again what depends on it. */
function useLanding(reference: string, due: PayableRef | undefined, isDue: boolean) {
  const payment = useQuery(getPaymentQuery(reference))
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => checkPayment(reference),
    onSuccess: (answer) => queries.setQueryData(['getPayment', reference], answer),
  })
  const { mutate: ask } = asking
  useEffect(() => ask(), [ask, isDue])
  const status = payment.data?.status
  const settled = useEffectEvent(() => {
    deleteEndedPayment(due, reference)
    refetchBalances(queries)
    if (due !== undefined) void queries.invalidateQueries({ queryKey: payableQueryKey(due) })
  })
  useEffect(() => {
    if (status === undefined || status === 'initiated' || status === 'pending') return
    settled()
  }, [status])
  return { payment, asking }
}

/** Returns whether the outcome is unknown. */
const isUnknown = (error: Error | null) => !(error instanceof CallError && !error.is_offline)

const isRefunded = (payment: Payment) => payment.outcome.startsWith('refunded')
/** Returns whether nothing is left to do on this screen. */
const isOver = (payment: Payment, due: PayableRef | undefined, isDue: boolean) =>
  payment.status === 'succeeded' ? due === undefined || isRefunded(payment) : !isDue
const isOpen = (payment: Payment) => payment.status === 'initiated' || payment.status === 'pending'

function State({ payment }: { payment: Payment }) {
  const refunded = isRefunded(payment)
  const kind =
    payment.status === 'succeeded'
      ? refunded
        ? 'mind'
        : 'done'
      : isOpen(payment)
        ? 'info'
        : 'harm'
  const titles = {
    initiated: 'Waiting for your payment',
    pending: 'Waiting for your payment',
    succeeded: refunded
      ? 'Your money is on its way back'
      : payment.outcome === 'credited'
        ? 'The money is in your wallet'
        : 'Your payment has landed',
    failed: 'The payment was declined',
    abandoned: 'The payment was not finished',
  } as const
  return (
    <Notice kind={kind} title={titles[payment.status]} says="soon">
      {payment.message}
    </Notice>
  )
}

/** The account to pay into or the code to dial, if the payment does not need the company's page. */
function ToPay({ payment: { ussd, transfer_account: account } }: { payment: Payment }) {
  const dial = ussd && <a href={`tel:${encodeURIComponent(ussd)}`}>{ussd}</a>
  const rows: readonly (readonly [name: string, value: ReactNode])[] = account
    ? [
        ['Send exactly', formatNaira(account.amount_kobo)],
        ['To account', account.number],
        ['Bank', account.bank],
        ['Name', account.name],
        ['Before', formatTime(account.expires_at)],
      ]
    : [['Dial on your phone', dial]]
  return (
    <dl>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className={styles.total}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function NotOurs({ onOther }: { onOther: () => void }) {
  return (
    <Notice
      kind="mind"
      title="This payment is not known here."
      actions={<Button onClick={onOther}>Choose how to pay</Button>}
    />
  )
}

function problemOf(error: Error): string {
  if (error instanceof CallError && !error.is_offline) return error.detail
  return 'No network. We cannot ask just now. If you have paid, the money is safe; try again when the network is back.'
}
