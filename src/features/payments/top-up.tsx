import { formatNaira, parseNaira } from '#contract/money'
import { TopUpSchema as TopUpInput } from '#contract/payments/model'
import { minTopUpKobo, maxTopUpKobo } from '#contract/wallet/rules'
import { read } from '#lib/device'
import { type Draft, useDraft } from '#lib/drafts'
import { findNairaError } from '#lib/number-errors'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { BottomBar, Card } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parseMethod, MethodPicker } from './method-picker.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { openPaymentPage, listPaymentMethodsQuery, beginPayment } from './queries.ts'
import styles from './payments.module.css'

/** Adds money to the person's funds: asks for the sum and the method, then shows the outcome. */
export function TopUpFlow({
  balance_kobo,
  instead,
  done,
}: {
  balance_kobo: number
  /** Displayed instead of the form when no money can be added. */
  instead: ReactNode
  /** The link to continue once the money has arrived. */
  done: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  // Read once: the stored reference is deleted when the payment ends, and its outcome must stay on the screen.
  const [pending, setPending] = useState(() => read('pending_top_up')?.reference)
  const payment = params.get('payment') ?? pending
  const show = (reference?: string) => {
    setPending(undefined)
    setParams(reference === undefined ? {} : { payment: reference }, { replace: true })
    scrollTo(0, 0)
  }
  if (payment !== undefined)
    return <PaymentProgress reference={payment} onOther={() => show()} done={done} />
  return instead ?? <TopUpForm balance_kobo={balance_kobo} onStarted={show} />
}

const quick_naira = [1000, 2000, 5000, 10_000, 20_000, 50_000]

function TopUpForm({
  balance_kobo,
  onStarted,
}: {
  balance_kobo: number
  onStarted: (payment: string) => void
}) {
  const methods = useQuery(listPaymentMethodsQuery())
  const draft = useDraft('top-up', { amount: '', choice: '' })
  const { amount, choice } = draft.value
  const setAmount = (text: string) => draft.change((before) => ({ ...before, amount: text }))
  const amount_kobo = parseNaira(amount) ?? 0
  const chosen = parseMethod(methods.data ?? [], choice)
  const form = useTopUp(draft, chosen, onStarted)
  return (
    <QueryResult query={methods}>
      {(all) => (
        <Card label="Add money">
          <Form
            onSubmit={form.submit}
            onBlur={draft.flush}
            error={form.error}
            offline="No network. Nothing was paid. Try again when the network is back."
            action={
              <BottomBar className={styles.go}>
                <Button
                  type="submit"
                  kind="primary"
                  wide
                  busy={form.isSending || form.isDone}
                  disabled={chosen === undefined || amount_kobo === 0}
                >
                  {amount_kobo === 0
                    ? 'Enter an amount'
                    : chosen === undefined
                      ? 'Choose how to pay'
                      : `Add ${formatNaira(amount_kobo)}`}
                </Button>
              </BottomBar>
            }
          >
            <p className={styles.soft}>
              {balance_kobo < 0
                ? `Your wallet owes ${formatNaira(-balance_kobo)}, which is paid first.`
                : `${formatNaira(balance_kobo)} is in your wallet now.`}
            </p>
            <ChoiceField
              label="How much?"
              name="quick"
              value={amount}
              onChange={setAmount}
              options={quick_naira.map((one) => ({
                value: String(one),
                label: formatNaira(one * 100),
              }))}
            />
            <TextField
              label="Or another amount in naira"
              hint={`From ${formatNaira(minTopUpKobo)} to ${formatNaira(maxTopUpKobo)}`}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              value={amount}
              onChange={setAmount}
              error={findNairaError(amount) ?? form.errors['amount_kobo']}
            />
            <MethodPicker
              methods={all}
              choice={choice}
              onChoose={(id) => draft.change((before) => ({ ...before, choice: id }))}
            />
          </Form>
        </Card>
      )}
    </QueryResult>
  )
}

const useTopUp = (
  draft: Draft<{ amount: string; choice: string }>,
  chosen: ReturnType<typeof parseMethod>,
  onStarted: (payment: string) => void,
) =>
  useForm(TopUpInput, {
    draft,
    read: ({ amount }) => ({ ...chosen, amount_kobo: parseNaira(amount) ?? 0 }),
    send: (input, key) => beginPayment({ purpose: 'wallet', ...input }, key),
    done: async (payment, isStillHere) => {
      // Delete the draft before the document is left. Otherwise, the sum would remain as an unsent draft.
      await draft.discard()
      openPaymentPage(payment, onStarted, isStillHere)
    },
  })
