import { type PaymentMethod, providers } from '#contract/payments/model'
import type { ReactNode } from 'react'
import styles from './payments.module.css'

const providerWords = { paystack: 'Paystack', flutterwave: 'Flutterwave' } as const

/** How a method is named where one is chosen: `paystack card`. */
export const idOf = (method: PaymentMethod) => `${method.provider} ${method.channel}`

interface Choosing {
  choice: string
  onChoose: (id: string) => void
}

/** Two companies, three channels each. Those that cannot finish in time say why. */
export function MethodPicker({
  methods,
  ...choosing
}: Choosing & { methods: readonly PaymentMethod[] }) {
  return providers.map((provider) => (
    <fieldset key={provider} className={styles.provider}>
      <legend>{providerWords[provider]}</legend>
      {methods
        .filter((method) => method.provider === provider)
        .map((method) => (
          <Method
            key={method.channel}
            {...choosing}
            id={idOf(method)}
            label={method.label}
            hint={method.reason ?? method.hint}
            disabled={!method.available}
          />
        ))}
    </fieldset>
  ))
}

/** One way to pay. The chosen one is yellow. */
export function Method({
  id,
  label,
  hint,
  disabled = false,
  choice,
  onChoose,
}: Choosing & { id: string; label: ReactNode; hint: ReactNode; disabled?: boolean }) {
  return (
    <label className={styles.method}>
      <input
        type="radio"
        name="method"
        value={id}
        checked={choice === id}
        disabled={disabled}
        onChange={() => onChoose(id)}
      />
      <span>
        <b>{label}</b>
        <small>{hint}</small>
      </span>
    </label>
  )
}
