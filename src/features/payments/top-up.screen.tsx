import { koboOf, naira, typedNaira } from '#contract/money'
import { type PaymentMethod, TopUp } from '#contract/payments/model'
import { leastTopUpKobo, mostTopUpKobo, type Wallet } from '#contract/wallet/model'
import { getWalletBalanceQuery } from '#features/wallet'
import { read } from '#lib/device'
import { type Draft, useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Answer } from '#ui/answer'
import { Button, ButtonLink } from '#ui/button'
import { ChoiceField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Bar, Card, Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { bankOf, chosenOf, MethodPicker } from './method-picker.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { leaveFor, listPaymentMethodsQuery, pay } from './queries.ts'
import styles from './payments.module.css'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Adding money to the wallet: how much, through whom, and what became of it. */
export function TopUpScreen() {
  const wallet = useQuery(getWalletBalanceQuery)
  return (
    <Answer query={wallet} back={back} title="Add money">
      {(data) => (
        <Page title="Add money" back={back} narrow>
          <AddMoney wallet={data} />
        </Page>
      )}
    </Answer>
  )
}

function AddMoney({ wallet }: { wallet: Wallet }) {
  const [params, setParams] = useSearchParams()
  const payment = params.get('payment') ?? read('pending_top_up')?.reference
  const show = (reference?: string) => {
    setParams(reference === undefined ? {} : { payment: reference }, { replace: true })
    scrollTo(0, 0)
  }
  if (payment !== undefined)
    return (
      <PaymentProgress
        reference={payment}
        onOther={() => show()}
        done={
          <ButtonLink to="/profile/wallet" kind="primary">
            To my wallet
          </ButtonLink>
        }
      />
    )
  if (!wallet.can_top_up)
    return (
      <Notice
        title="You cannot add money to the wallet here."
        actions={<ButtonLink to="/profile/rewards">See my points</ButtonLink>}
      >
        Refunds and rewards are added automatically.
      </Notice>
    )
  return <TopUpForm wallet={wallet} onStarted={show} />
}

const quick_naira = [1000, 2000, 5000, 10_000, 20_000]

function TopUpForm({
  wallet,
  onStarted,
}: {
  wallet: Wallet
  onStarted: (payment: string) => void
}) {
  const methods = useQuery(listPaymentMethodsQuery())
  const draft = useDraft('top-up', { amount: '', choice: '' })
  const { amount, choice } = draft.value
  const setAmount = (typed: string) => draft.change((before) => ({ ...before, amount: typed }))
  const amount_kobo = koboOf(amount)
  const chosen = chosenOf(methods.data ?? [], choice)
  const form = useTopUp(draft, chosen, onStarted)
  return (
    <Answer query={methods}>
      {(all) => (
        <Card label="Add money">
          <Form
            onSubmit={form.submit}
            onBlur={draft.flush}
            error={form.error}
            offline="No network. Nothing was paid. Try again when the network is back."
            action={
              <Bar className={styles.go}>
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
                      : `Add ${naira(amount_kobo)}`}
                </Button>
              </Bar>
            }
          >
            <p className={styles.soft}>{naira(wallet.balance_kobo)} is in your wallet now.</p>
            <ChoiceField
              label="How much?"
              name="quick"
              value={amount}
              onChange={setAmount}
              options={quick_naira.map((one) => ({
                value: String(one),
                label: naira(one * 100),
              }))}
            />
            <TextField
              label="Or another amount in naira"
              hint={`From ${naira(leastTopUpKobo)} to ${naira(mostTopUpKobo)}`}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(text) => setAmount(typedNaira(text))}
              error={form.errors['amount_kobo']}
            />
            <MethodPicker
              methods={all}
              choice={choice}
              onChoose={(id) => draft.change((before) => ({ ...before, choice: id }))}
            />
          </Form>
        </Card>
      )}
    </Answer>
  )
}

const useTopUp = (
  draft: Draft<{ amount: string; choice: string }>,
  chosen: PaymentMethod | undefined,
  onStarted: (payment: string) => void,
) =>
  useForm(TopUp, {
    typed: draft,
    read: ({ amount, choice }) => ({ ...chosen, ...bankOf(choice), amount_kobo: koboOf(amount) }),
    send: (input, key) => pay({ purpose: 'wallet', ...input }, key),
    done: async ({ reference, authorization_url }) => {
      // A document that is left finishes nothing: the amount would be a form that was begun.
      await draft.discard()
      if (authorization_url === null) onStarted(reference)
      else leaveFor(authorization_url, () => onStarted(reference))
    },
  })
