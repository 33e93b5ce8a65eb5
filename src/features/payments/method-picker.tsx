import type { PaymentMethod } from '#contract/payments/model'
import { providerNames } from '#contract/payments/rules'
import { Button } from '#ui/button'
import { FieldGroup, OptionField } from '#ui/choices'
import { SelectField } from '#ui/fields'
import { MethodLogo, ProviderLogo } from '#ui/pictures/provider'
import { type ReactNode, useState } from 'react'
import styles from './payments.module.css'

/** Returns the id of a method: `paystack card`. A choice may add a bank: `flutterwave ussd 058`. */
export const makeMethodId = (method: PaymentMethod) => `${method.provider} ${method.channel}`

/** Returns the chosen method, with or without a bank in the choice; undefined if it is not available. */
export const findMethod = (methods: readonly PaymentMethod[], choice: string) =>
  methods.find((method) => method.available && choice.startsWith(makeMethodId(method)))

/** Returns the bank of a choice such as `flutterwave ussd 058`, as input; an empty object without one. */
export function parseBank(choice: string): { bank?: string } {
  const bank = choice.split(' ')[2]
  return bank === undefined ? {} : { bank }
}

/** Returns a choice as input for a payment; undefined if none of these methods is chosen. */
export function parseMethod(methods: readonly PaymentMethod[], choice: string) {
  const method = findMethod(methods, choice)
  return method && { provider: method.provider, channel: method.channel, ...parseBank(choice) }
}

interface MethodChoice {
  choice: string
  onChoose: (id: string) => void
}

/**
 * The choice between bank transfer, card and USSD. Methods that cannot finish in time show the reason. The server lists
 * the best company for each method first, and the others are offered beside it. A chosen company stays chosen for all
 * methods.
 */
export function MethodPicker({
  methods,
  choice,
  onChoose,
}: MethodChoice & { methods: readonly PaymentMethod[] }) {
  const [company, setCompany] = useState<PaymentMethod['provider']>()
  const chosen = findMethod(methods, choice)
  const best = methods
    .filter((method, at) => methods.findIndex(({ channel }) => channel === method.channel) === at)
    .map((method) => methods.find((one) => isBy(company, one, method)) ?? method)
  return (
    <>
      <FieldGroup label={null} aria-label="Ways to pay">
        {best.map((method) => (
          <MethodOption
            key={method.channel}
            choice={chosen?.channel === method.channel ? makeMethodId(method) : ''}
            onChoose={onChoose}
            id={makeMethodId(method)}
            label={method.label}
            mark={method.channel !== 'ussd' && <MethodLogo means={method.channel} />}
            hint={method.reason ?? method.hint}
            disabled={!method.available}
          />
        ))}
      </FieldGroup>
      {chosen?.banks[0] && (
        <SelectField
          label="Your bank"
          name="bank"
          empty="On the payment page"
          value={parseBank(choice).bank ?? ''}
          onChange={(bank) => onChoose(`${makeMethodId(chosen)} ${bank}`.trim())}
          options={chosen.banks.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      {chosen && (
        <Company
          chosen={chosen}
          others={othersOf(methods, chosen)}
          onChoose={(other) => {
            setCompany(other.provider)
            onChoose(makeMethodId(other))
          }}
        />
      )}
    </>
  )
}

/** Returns whether `one` is an available method of this company for the same channel. */
const isBy = (
  company: PaymentMethod['provider'] | undefined,
  one: PaymentMethod,
  { channel }: PaymentMethod,
) => one.channel === channel && one.provider === company && one.available

/** Returns the available methods of other companies for the same channel. */
const othersOf = (methods: readonly PaymentMethod[], { channel, provider }: PaymentMethod) =>
  methods.filter(
    (method) => method.channel === channel && method.provider !== provider && method.available,
  )

/** Returns the best method of another company for the same channel; undefined without one. */
export const findOtherMethod = (methods: readonly PaymentMethod[], chosen: PaymentMethod) =>
  othersOf(methods, chosen)[0]

/** The company, with a button to switch to each other one. */
function Company({
  chosen,
  others,
  onChoose,
}: {
  chosen: PaymentMethod
  others: readonly PaymentMethod[]
  onChoose: (other: PaymentMethod) => void
}) {
  return (
    <div className={styles.company}>
      <ProviderLogo provider={chosen.provider} />
      <span role="status">Paid through {providerNames[chosen.provider]}</span>
      {others.map((other) => (
        <div key={other.provider}>
          <ProviderLogo provider={other.provider} />
          <Button kind="quiet" onClick={() => onChoose(other)}>
            Use {providerNames[other.provider]}
          </Button>
        </div>
      ))}
    </div>
  )
}

/** One method. The chosen one is yellow. */
export function MethodOption({
  id,
  label,
  mark,
  hint,
  disabled = false,
  choice,
  onChoose,
}: MethodChoice & {
  id: string
  label: ReactNode
  mark?: ReactNode
  hint: ReactNode
  disabled?: boolean
}) {
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
        {mark}
        <small>{hint}</small>
      </span>
    </OptionField>
  )
}
