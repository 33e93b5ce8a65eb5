import type { Booking } from '#contract/bookings'
import { naira } from '#contract/money'
import type { PaymentMethod } from '#contract/payments'
import { CallError } from '#lib/api'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listPaymentMethodsQuery, pay } from './queries.ts'
import styles from './payments.module.css'

const providerWords = { paystack: 'Paystack', flutterwave: 'Flutterwave' } as const
const idOf = (method: PaymentMethod) => `${method.provider} ${method.channel}`

/** Two companies, three channels each. Those that cannot finish in time say why. */
export function MethodForm({
  booking,
  onStarted,
}: {
  booking: Booking
  onStarted: (payment: string) => void
}) {
  const methods = useQuery(listPaymentMethodsQuery(booking.reference))
  const [choice, setChoice] = useState('')
  const act = useRef({ for: '', key: '' })
  const starting = useMutation({
    mutationFn: (method: PaymentMethod) => {
      if (act.current.for !== idOf(method))
        act.current = { for: idOf(method), key: crypto.randomUUID() }
      const { provider, channel } = method
      return pay(
        { purpose: 'booking', reference: booking.reference, provider, channel },
        act.current.key,
      )
    },
    onSuccess: (payment) => {
      if (payment.authorization_url === null) onStarted(payment.reference)
      else globalThis.location.assign(payment.authorization_url)
    },
    onError: (error) => {
      if (!(error instanceof CallError && error.is_offline)) act.current = { for: '', key: '' }
    },
  })
  return (
    <Answer query={methods}>
      {(all) => {
        const chosen = all.find((method) => idOf(method) === choice && method.available)
        return (
          <Card label="How do you want to pay?">
            <h2>How do you want to pay?</h2>
            {(['paystack', 'flutterwave'] as const).map((provider) => (
              <fieldset key={provider} className={styles.provider}>
                <legend>{providerWords[provider]}</legend>
                {all
                  .filter((method) => method.provider === provider)
                  .map((method) => (
                    <label key={idOf(method)} className={styles.method}>
                      <input
                        type="radio"
                        name="method"
                        value={idOf(method)}
                        checked={choice === idOf(method)}
                        disabled={!method.available}
                        onChange={() => setChoice(idOf(method))}
                      />
                      <span>
                        <b>{method.label}</b>
                        <small>{method.reason ?? method.hint}</small>
                      </span>
                    </label>
                  ))}
              </fieldset>
            ))}
            {starting.error !== null && (
              <Notice kind="harm" says="now">
                {problemOf(starting.error)}
              </Notice>
            )}
            <Button
              kind="primary"
              wide
              busy={starting.isPending || starting.isSuccess}
              disabled={chosen === undefined}
              onClick={() => chosen && starting.mutate(chosen)}
            >
              {chosen === undefined ? 'Choose how to pay' : `Pay ${naira(booking.fare.total_kobo)}`}
            </Button>
            <p className={styles.soft}>
              Your card and bank details stay with the payment company; we never see them.
            </p>
          </Card>
        )
      }}
    </Answer>
  )
}

function problemOf(error: Error): string {
  if (!(error instanceof CallError)) return 'The payment could not be started. Please try again.'
  if (error.is_offline) return 'No network. Nothing was paid. Try again when the network is back.'
  return Object.values(error.fields)[0] ?? error.detail
}
