import { type PaymentMethod, providers } from '#contract/payments/model'
import { FieldGroup, OptionField } from '#ui/fields'
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
    <FieldGroup key={provider} label={providerWords[provider]}>
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
    </FieldGroup>
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
    <OptionField
      name="method"
      value={id}
      checked={choice === id}
      disabled={disabled}
      onChoose={() => onChoose(id)}
    >
      <span className={styles.method}>
        <b>{label}</b>
        <small>{hint}</small>
      </span>
    </OptionField>
  )
}
