import { formatNaira } from '#contract/money'
import type { startPayment } from '#contract/payments/endpoints'
import type { Payment, PaymentMethod } from '#contract/payments/model'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { CallError, type CallInput } from '#lib/api'
import { rememberPage } from '#lib/browser'
import { refetchBalances } from '#lib/room'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { BottomBar, Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PaymentPart, type PayableRef, findPayableQueryKey, findPayPath } from './due.ts'
import type { FundsContribution, FundsComponent } from './funds.ts'
import {
  parseBank,
  findMethod,
  makeMethodId,
  MethodPicker,
  findOtherMethod,
} from './method-picker.tsx'
import { openPaymentPage, listPaymentMethodsQuery, beginPayment } from './queries.ts'
import styles from './payments.module.css'

interface MethodFormProps {
  due: PayableRef
  total_kobo: number
  /** The part that is due, if the price is paid in parts. */
  part?: PaymentPart | undefined
  /** The payment that was just declined: another company is preselected then. */
  declined?: Payment | undefined
  /** The references of the payments that the person has abandoned in order to pay another way. */
  left: readonly string[]
  onStarted: (payment: string) => void
}

/**
 * Pays from the person's own funds, through a company, or in part by both. The funds are preselected if they can pay
 * everything, else the first method that can finish in time.
 */
export function MethodForm({ Funds, ...form }: MethodFormProps & { Funds: FundsComponent }) {
  const [choice, setChoice] = useState('')
  return (
    <Funds total_kobo={form.total_kobo} choice={choice}>
      {(funds) => <Methods {...{ ...form, funds, choice, setChoice }} />}
    </Funds>
  )
}

function Methods({
  due,
  total_kobo,
  part,
  declined,
  left,
  onStarted,
  funds,
  choice,
  setChoice,
}: MethodFormProps & {
  funds: FundsContribution
  choice: string
  setChoice: (choice: string) => void
}) {
  const methods = useQuery(listPaymentMethodsQuery(due))
  const starting = useStarting(
    { due, total_kobo, part, left },
    funds,
    { ...funds.input, ...parseBank(choice) },
    onStarted,
  )
  return (
    <QueryResult query={methods}>
      {(all) => {
        const first = funds.pays_all ? undefined : findFirst(all, declined)
        const chosen = choice === '' ? first : findMethod(all, choice)
        const other = chosen && findOtherMethod(all, chosen)
        return (
          <Card label="How do you want to pay?">
            <p className={styles.total}>
              To pay <b>{formatNaira(total_kobo)}</b>
            </p>
            <h2>How do you want to pay?</h2>
            {funds.offer(setChoice)}
            <MethodPicker
              methods={all}
              choice={choice || (first ? makeMethodId(first) : '')}
              onChoose={setChoice}
            />
            <PayBar
              {...{ funds, chosen, total_kobo, starting }}
              onCompanyFailed={() => other && setChoice(makeMethodId(other))}
            />
            <p className={styles.soft}>
              Your card and bank details stay with the payment company; we never see them.
            </p>
          </Card>
        )
      }}
    </QueryResult>
  )
}

/** The button that pays, with the error above it and, if the funds need their PIN, a sheet over it. */
function PayBar({
  funds,
  chosen,
  total_kobo,
  starting,
  onCompanyFailed,
}: {
  funds: FundsContribution
  chosen: PaymentMethod | undefined
  total_kobo: number
  starting: ReturnType<typeof useStarting>
  onCompanyFailed: () => void
}) {
  const [asksPin, setAsksPin] = useState(false)
  const pay = (pin?: string) =>
    starting.mutate(
      { method: chosen, pin },
      {
        onError: (error) => {
          // Without an answer the sheet stays, so that the same payment can be repeated.
          setAsksPin(isAboutPin(error) || (pin !== undefined && hasNoAnswer(error)))
          if (isOfCompany(error)) onCompanyFailed()
        },
      },
    )
  const offline = funds.pays_all ? noAnswerText : nothingPaid
  const isPaying = starting.isPending || starting.isSuccess
  return (
    <>
      <BottomBar className={styles.go}>
        {!asksPin && <FailureNotice error={starting.error} offline={offline} />}
        <Button
          kind="primary"
          wide
          busy={isPaying}
          disabled={funds.isLoading || (chosen === undefined && !funds.pays_all)}
          onClick={() => (funds.needs_pin ? setAsksPin(true) : pay())}
        >
          {funds.pays_all
            ? `Pay ${formatNaira(funds.amount_kobo)} from your wallet`
            : chosen === undefined
              ? 'Choose how to pay'
              : `Pay ${formatNaira(total_kobo - funds.amount_kobo)}`}
        </Button>
      </BottomBar>
      {asksPin &&
        funds.askForPin({
          error: starting.error,
          offline,
          isPaying,
          onPin: pay,
          onClose: () => {
            setAsksPin(false)
            if (starting.isError) starting.reset()
          },
        })}
    </>
  )
}

/**
 * Returns the method to begin with: after a refusal the same one at another company, else the first that can finish in
 * time.
 */
function findFirst(
  all: readonly PaymentMethod[],
  declined: Payment | undefined,
): PaymentMethod | undefined {
  const refused = all.find(
    ({ provider, channel }) => provider === declined?.provider && channel === declined.channel,
  )
  const other = refused && findOtherMethod(all, refused)
  return other ?? all.find((method) => method.available)
}

const pinCodes = new Set(['pin_required', 'pin_missing', 'pin_locked', 'wrong_pin'])

/** Returns whether the funds refuse because of their PIN. */
const isAboutPin = (error: Error) => error instanceof CallError && pinCodes.has(error.code)

const hasNoAnswer = (error: Error) => !(error instanceof CallError) || error.is_offline

/** The codes of refusals after which the payable must be loaded again. */
const outdated = new Set(['price_changed', 'already_paid'])

/** Returns whether the error comes from the company, so that another company may still accept the payment. */
const isOfCompany = (error: Error) =>
  error instanceof CallError &&
  (error.code === 'provider_unavailable' || error.code === 'provider_refused')

const nothingPaid = 'No network. Nothing was paid. Try again when the network is back.'
/** The wallet pays immediately, so without an answer it may already have paid. */
const noAnswerText =
  'No network, so we do not know yet whether this was paid. Try again when it is back: you never pay twice.'

/**
 * Starts the payment. Without a method, the person's own funds pay the full price, and the payment succeeds
 * immediately.
 */
function useStarting(
  { due, total_kobo, part, left }: Pick<MethodFormProps, 'due' | 'total_kobo' | 'part' | 'left'>,
  { payer }: FundsContribution,
  more: FundsContribution['input'] & { bank?: string },
  onStarted: (payment: string) => void,
) {
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  return useMutation({
    mutationFn: ({
      method,
      pin,
    }: {
      method: PaymentMethod | undefined
      pin: string | undefined
    }) => {
      const { provider = payer, channel } = method ?? {}
      const input = {
        // The kinds of payables are the purposes in the contract. The server refuses any other.
        purpose: due.kind as CallInput<typeof startPayment>['purpose'],
        reference: due.reference,
        due_kobo: total_kobo,
        ...(part && { part }),
        provider,
        ...(channel && { channel }),
        ...more,
      }
      // The stored name of the action must not contain the PIN.
      return beginPayment(
        { ...input, ...(pin !== undefined && { pin }) },
        act.keyFor(JSON.stringify(input), { subject: findPayPath(due), known_results: left }),
      )
    },
    onMutate: rememberPage,
    onSuccess: async (payment, _, isStillHere) => {
      act.settle()
      if (payment.wallet_part_kobo > 0 || payment.provider === payer) refetchBalances(queries)
      if (payment.status === 'succeeded')
        await queries.invalidateQueries({ queryKey: findPayableQueryKey(due) })
      openPaymentPage(payment, onStarted, isStillHere)
    },
    onError: (error) => {
      act.settle(error)
      // Without an answer, the chosen method stays: another tap repeats the same payment, with its idempotency key.
      if (error instanceof CallError && outdated.has(error.code))
        void queries.invalidateQueries({ queryKey: findPayableQueryKey(due) })
    },
  })
}
