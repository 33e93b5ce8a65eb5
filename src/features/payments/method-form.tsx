import { naira } from '#contract/money'
import type { PaymentMethod } from '#contract/payments/model'
import { refreshWallet } from '#features/wallet'
import { useActKey } from '#lib/act'
import { CallError } from '#lib/api'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { Failed } from '#ui/form'
import { Bar, Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Due, dueKey } from './due.ts'
import { bankOf, chosenOf, idOf, MethodPicker, otherOf } from './method-picker.tsx'
import { leaveFor, listPaymentMethodsQuery, pay } from './queries.ts'
import { byWallet, useWalletUse, WalletOffer } from './wallet-offer.tsx'
import styles from './payments.module.css'

/**
 * Pays what is due from the wallet, through a company, or with a part of each. The first way that can finish in
 * time stands chosen, unless the wallet could pay all of it.
 */
export function MethodForm({
  due,
  total_kobo,
  onStarted,
}: {
  due: Due
  total_kobo: number
  onStarted: (payment: string) => void
}) {
  const methods = useQuery(listPaymentMethodsQuery(due))
  const [choice, setChoice] = useState('')
  const use = useWalletUse(total_kobo, choice)
  const starting = useStarting(due, { ...use.input, ...bankOf(choice) }, onStarted)
  return (
    <Answer query={methods}>
      {(all) => {
        const first = use.covers ? undefined : all.find((method) => method.available)
        const chosen = choice === '' ? first : chosenOf(all, choice)
        const ready = (chosen !== undefined || choice === byWallet) && !use.pin_missing
        return (
          <Card label="How do you want to pay?">
            <p className={styles.total}>
              To pay <b>{naira(total_kobo)}</b>
            </p>
            <h2>How do you want to pay?</h2>
            <WalletOffer
              due={due}
              use={use}
              error={starting.error}
              choice={choice}
              onChoose={setChoice}
            />
            <MethodPicker
              methods={all}
              choice={choice || (first ? idOf(first) : '')}
              onChoose={setChoice}
            />
            <Bar className={styles.go}>
              <Failed
                error={starting.error}
                offline={choice === byWallet ? noWordYet : nothingPaid}
              />
              <Button
                kind="primary"
                wide
                busy={starting.isPending || starting.isSuccess}
                disabled={!ready}
                onClick={() =>
                  starting.mutate(chosen, {
                    onError: (error) => {
                      const other = chosen && otherOf(all, chosen)
                      if (other !== undefined && isOfCompany(error)) setChoice(idOf(other))
                    },
                  })
                }
              >
                {choice === byWallet
                  ? `Pay ${naira(use.from_wallet_kobo)} from your wallet`
                  : chosen === undefined
                    ? 'Choose how to pay'
                    : `Pay ${naira(total_kobo - use.from_wallet_kobo)}`}
              </Button>
            </Bar>
            <p className={styles.soft}>
              Your card and bank details stay with the payment company; we never see them.
            </p>
          </Card>
        )
      }}
    </Answer>
  )
}

/** The other company may still take it. */
const isOfCompany = (error: Error) =>
  error instanceof CallError &&
  (error.code === 'provider_unavailable' || error.code === 'provider_refused')

const nothingPaid = 'No network. Nothing was paid. Try again when the network is back.'
/** The wallet pays at once: where the answer is lost, it may have paid. */
const noWordYet =
  'No network, so we do not know yet whether this was paid. Try again when it is back: you never pay twice.'

/** Starts the payment. Without a method the wallet pays all of it, and it is over at once. */
function useStarting(
  { purpose, reference }: Due,
  more: { wallet_part_kobo?: number; pin?: string; bank?: string },
  onStarted: (payment: string) => void,
) {
  const queries = useQueryClient()
  const act = useActKey()
  return useMutation({
    mutationFn: (method: PaymentMethod | undefined) => {
      const { provider = 'wallet' as const, channel } = method ?? {}
      const input = {
        purpose,
        reference,
        provider,
        ...(channel && { channel }),
        ...more,
      }
      return pay(input, act.keyFor(JSON.stringify(input)))
    },
    onSuccess: async (payment) => {
      if (payment.wallet_part_kobo > 0 || payment.provider === 'wallet') refreshWallet(queries)
      if (payment.status === 'succeeded')
        await queries.invalidateQueries({ queryKey: dueKey({ purpose, reference }) })
      if (payment.authorization_url === null) onStarted(payment.reference)
      else leaveFor(payment.authorization_url, () => onStarted(payment.reference))
    },
    onError: (error) => act.settle(error),
  })
}
