import { type CounterMeans, counterMeans } from '#contract/counter/rules'
import { ChoiceField } from '#ui/choices'
import { useId } from 'react'

export const paymentMeansLabels: Record<CounterMeans, string> = {
  cash: 'Cash',
  card_machine: 'Card machine',
  transfer: 'Transfer',
}

/** How a customer at the counter pays the operator. */
export function PaymentMeansField({
  value,
  onChange,
}: {
  value: CounterMeans
  onChange: (means: CounterMeans) => void
}) {
  return (
    <ChoiceField
      label="How do they pay?"
      name={useId()}
      value={value}
      options={counterMeans.map((means) => ({ value: means, label: paymentMeansLabels[means] }))}
      onChange={(means) => onChange(means as CounterMeans)}
    />
  )
}
