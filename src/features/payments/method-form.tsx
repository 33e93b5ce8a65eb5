import type { Booking } from '#contract/bookings'
import { naira } from '#contract/money'
import { type PaymentMethod, providers } from '#contract/payments'
import { sentenceOf, useActKey } from '#lib/act'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  const act = useActKey()
  const starting = useMutation({
    mutationFn: (method: PaymentMethod) => {
      const { provider, channel } = method
      return pay(
        { purpose: 'booking', reference: booking.reference, provider, channel },
        act.keyFor(idOf(method)),
      )
    },
    onSuccess: (payment) => {
      if (payment.authorization_url === null) onStarted(payment.reference)
      else globalThis.location.assign(payment.authorization_url)
    },
    onError: (error) => act.settle(error),
  })
  return (
    <Answer query={methods}>
      {(all) => {
        const chosen = all.find((method) => idOf(method) === choice && method.available)
        return (
          <Card label="How do you want to pay?">
            <h2>How do you want to pay?</h2>
            {providers.map((provider) => (
              <Provider
                key={provider}
                name={providerWords[provider]}
                methods={all.filter((method) => method.provider === provider)}
                choice={choice}
                onChoose={setChoice}
              />
            ))}
            {starting.error !== null && (
              <Notice kind="harm" says="now">
                {sentenceOf(
                  starting.error,
                  'No network. Nothing was paid. Try again when the network is back.',
                )}
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

function Provider({
  name,
  methods,
  choice,
  onChoose,
}: {
  name: string
  methods: readonly PaymentMethod[]
  choice: string
  onChoose: (id: string) => void
}) {
  return (
    <fieldset className={styles.provider}>
      <legend>{name}</legend>
      {methods.map((method) => (
        <label key={idOf(method)} className={styles.method}>
          <input
            type="radio"
            name="method"
            value={idOf(method)}
            checked={choice === idOf(method)}
            disabled={!method.available}
            onChange={() => onChoose(idOf(method))}
          />
          <span>
            <b>{method.label}</b>
            <small>{method.reason ?? method.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
