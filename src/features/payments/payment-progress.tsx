import { formatNaira, formatNairaDecimal } from '#contract/money'
import type { Payment } from '#contract/payments/model'
import { CallError } from '#lib/api'
import { formatMoment, formatTime } from '#lib/format'
import { findPayableByKind, refetchBalances } from '#lib/room'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { CopyButton } from '#ui/copy-button'
import { Countdown, useSecondsLeft } from '#ui/countdown'
import { ButtonRow, Notice } from '#ui/notice'
import { BottomBar, Card } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type PayableRef, findPayableQueryKey } from './due.ts'
import { deleteEndedPayment } from './pending.ts'
import { checkPayment, getPaymentQuery } from './queries.ts'
import styles from './payments.module.css'

interface PaymentProgressProps {
  /** The payable that is being paid. Missing for a top-up. */
  due?: PayableRef | undefined
  reference: string
  /** Called when the person wants to pay another way, with the payment that they abandon, if it is known. */
  onOther: (left?: Payment) => void
  /** Whether the payable can still be paid, even if this payment is refunded. A top-up always can. */
  isDue?: boolean
  /** Displayed after a payment that was not made: how long the payable waits for another one. */
  deadline?: ReactNode
  /** The next step after a top-up or a refund. */
  done: ReactNode
}

/** The state of a payment and the next step. Checking it more than once has no second effect. */
export function PaymentProgress({
  due,
  reference,
  onOther,
  isDue = true,
  deadline,
  done,
}: PaymentProgressProps) {
  const { payment, asking, checked_at, askAgain } = useLanding(reference, due, isDue)
  const notOurs = () => <OtherPaymentNotice onOther={() => onOther()} />
  return (
    <>
      {payment.data === undefined && isUnknown(payment.error) && (
        <p className={styles.soft}>
          Payment {reference}. If you have paid, the money is safe, and{' '}
          {findPayableByKind(due?.kind)?.labels.bought ?? 'what you paid for'} comes automatically.
        </p>
      )}
      <QueryResult query={payment} refused={{ not_found: notOurs, invalid_input: notOurs }}>
        {(data) => (
          <Card label="Your payment">
            {isLost(data) && <ErrorDrawing picture="refused" />}
            {/* The account comes first: before the transfer, it is no news that we wait. */}
            {!(canTransfer(data) && isDue) && <State payment={data} />}
            {isOpen(data) && isDue && <HowToPay payment={data} />}
            {isLost(data) && isDue && deadline}
            {asking.error !== null && (
              <Notice tone="warning" live="polite">
                {problemOf(asking.error)}
              </Notice>
            )}
            {canTransfer(data) && isDue && <p>{openTitle}</p>}
            <NextSteps
              {...{ due, isDue, done, onOther, asking, checked_at, askAgain }}
              payment={data}
            />
            <p className={styles.soft}>
              Payment {data.reference}. Keep this number if you call us.
            </p>
          </Card>
        )}
      </QueryResult>
    </>
  )
}

/**
 * The buttons below a payment. While it is open, the bar of the screen has the next step: to dial, or to look again.
 * Afterwards, it is to pay another way or to go on.
 */
function NextSteps({
  payment,
  due,
  isDue,
  done,
  onOther,
  asking,
  checked_at,
  askAgain,
}: Pick<PaymentProgressProps, 'due' | 'done' | 'onOther'> & {
  payment: Payment
  isDue: boolean
} & Pick<ReturnType<typeof useLanding>, 'asking' | 'checked_at' | 'askAgain'>) {
  const canDial = isOpen(payment) && isDue && payment.ussd !== null
  const look = (
    <Button
      kind={canDial ? 'plain' : 'primary'}
      wide
      busy={asking.isPending}
      disabled={payment.checks_left === 0}
      onClick={() => askAgain()}
    >
      {payment.transfer_account === null ? 'I have paid' : 'I have sent it'}
    </Button>
  )
  return (
    <>
      {isOpen(payment) && (
        <BottomBar className={styles.go}>
          {checked_at !== undefined && !asking.isPending && (
            <p role="status">Not here yet. Checked at {formatTime(checked_at)}.</p>
          )}
          {canDial ? (
            <ButtonAnchor href={`tel:${encodeURIComponent(payment.ussd ?? '')}`} kind="primary">
              Dial {payment.ussd}
            </ButtonAnchor>
          ) : (
            look
          )}
        </BottomBar>
      )}
      <ButtonRow wide>
        {canDial && look}
        {isOpen(payment) && isDue && payment.authorization_url !== null && (
          <ButtonAnchor href={payment.authorization_url}>Back to the payment page</ButtonAnchor>
        )}
        {payment.status !== 'succeeded' && isDue && (
          <Button
            kind={isOpen(payment) ? 'plain' : 'primary'}
            onClick={() => (deleteEndedPayment(due, payment.reference), onOther(payment))}
          >
            {payment.status === 'failed' ? 'Try again' : 'Pay another way'}
          </Button>
        )}
        {isRefunded(payment) && isDue ? (
          <Button kind="primary" onClick={() => onOther()}>
            Pay again
          </Button>
        ) : (
          isOver(payment, due, isDue) && done
        )}
      </ButtonRow>
    </>
  )
}

/**
 * Loads a payment immediately, on demand, and at its deadline. When the payment ends, loads again what depends on it.
 */
function useLanding(reference: string, due: PayableRef | undefined, isDue: boolean) {
  const payment = useQuery(getPaymentQuery(reference))
  const queries = useQueryClient()
  /** When the person last asked and the payment was still open, by the server's clock. */
  const [checked_at, setCheckedAt] = useState<string>()
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
    if (due !== undefined) void queries.invalidateQueries({ queryKey: findPayableQueryKey(due) })
  })
  useEffect(() => {
    if (status === undefined || status === 'initiated' || status === 'pending') return
    settled()
  }, [status])
  const askAgain = () =>
    asking.mutate(undefined, { onSuccess: (answer) => setCheckedAt(answer.server_time) })
  return { payment, asking, checked_at, askAgain }
}

/** Returns whether the outcome is unknown, that is, whether there was no refusal. */
const isUnknown = (error: Error | null) => !(error instanceof CallError && !error.is_offline)

const isRefunded = (payment: Payment) => payment.outcome.startsWith('refunded')
const isLost = ({ status }: Payment) => status === 'failed' || status === 'abandoned'
/** Returns whether nothing is left to do on this screen. */
const isOver = (payment: Payment, due: PayableRef | undefined, isDue: boolean) =>
  payment.status === 'succeeded' ? due === undefined || isRefunded(payment) : !isDue
const isOpen = (payment: Payment) => payment.status === 'initiated' || payment.status === 'pending'
/** Returns whether the payment waits for money on an account that it names. */
const canTransfer = (payment: Payment) => isOpen(payment) && payment.transfer_account !== null

const openTitle = 'Waiting for your payment'

function State({ payment }: { payment: Payment }) {
  const refunded = isRefunded(payment)
  const tone =
    payment.status === 'succeeded'
      ? refunded
        ? 'warning'
        : 'success'
      : isOpen(payment)
        ? 'info'
        : 'danger'
  const titles = {
    initiated: openTitle,
    pending: openTitle,
    succeeded: refunded
      ? 'Your money is on its way back'
      : payment.outcome === 'credited'
        ? 'The money is in your wallet'
        : 'Your payment has landed',
    failed: 'The payment was declined',
    abandoned: 'The payment was not finished',
  } as const
  return (
    <Notice tone={tone} title={titles[payment.status]} live="polite">
      {payment.message}
    </Notice>
  )
}

/**
 * The account to pay into, if the payment does not need the company's page, and the server's deadline for this payment.
 * A top-up has no deadline except that of its account.
 */
function HowToPay({ payment }: { payment: Payment }) {
  const { transfer_account: account, purpose } = payment
  const until = account?.expires_at ?? (purpose === 'wallet' ? undefined : payment.expires_at)
  return (
    <>
      {account !== null && <TransferRows account={account} />}
      {until !== undefined && <Deadline until={until} />}
    </>
  )
}

/**
 * The time until a deadline, as a countdown in the last hour. A parcel may have a day, which is not shown in minutes.
 */
function Deadline({ until }: { until: string }) {
  const isSoon = useSecondsLeft(until) < 3600
  return isSoon ? (
    <Countdown until={until} label="Pay within" />
  ) : (
    <p>Pay before {formatMoment(Date.parse(until))}.</p>
  )
}

function TransferRows({ account }: { account: NonNullable<Payment['transfer_account']> }) {
  const { amount_kobo, number, bank, name } = account
  const rows: readonly {
    label: string
    value: string | null
    copy?: [name: string, text: string]
  }[] = [
    {
      label: 'Send exactly',
      value: formatNaira(amount_kobo),
      copy: ['amount', toPlainNaira(amount_kobo)],
    },
    { label: 'Account number', value: number, copy: ['account number', number] },
    { label: 'Bank', value: bank },
    { label: 'Account name', value: name },
  ]
  return (
    <dl className={styles.account}>
      {rows.map(
        ({ label, value, copy }) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{value}</span>
                {copy !== undefined && <CopyButton brief name={copy[0]} text={copy[1]} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Returns an amount as a bank's form takes it: `43470`, or `43470.50` with kobo. */
const toPlainNaira = (kobo: number) => formatNairaDecimal(kobo).replace(/\.00$/, '')

function OtherPaymentNotice({ onOther }: { onOther: () => void }) {
  return (
    <Notice
      tone="warning"
      title="This payment is not known here."
      actions={<Button onClick={onOther}>Choose how to pay</Button>}
    />
  )
}

function problemOf(error: Error): string {
  if (error instanceof CallError && !error.is_offline) return error.detail
  return 'No network. We cannot ask just now. If you have paid, the money is safe; try again when the network is back.'
}
