import type { CharterPlan, CharterPrice } from '#contract/charters/model'
import { depositPercent } from '#contract/charters/rules'
import { balanceDueHours } from '#contract/charters/trips/rules'
import { formatNaira } from '#contract/money'
import { ChoiceField } from '#ui/choices'

/**
 * Lets the person choose between a deposit and the full price, if `allowed`. `due` is when the balance must be paid;
 * empty if unknown.
 */
export function PaymentPlanField({
  price: { deposit_kobo, total_kobo },
  allowed,
  due,
  value,
  onChange,
}: {
  price: CharterPrice
  allowed: boolean
  due: string
  value: CharterPlan
  onChange: (plan: CharterPlan) => void
}) {
  if (!allowed)
    return (
      <p>
        It starts soon, so you pay the full price now. A deposit of {depositPercent}% is not enough.
      </p>
    )
  return (
    <ChoiceField
      label="How much will you pay now?"
      name="plan"
      hint={`After a deposit, ${formatNaira(total_kobo - deposit_kobo)} is due ${
        due === '' ? `${balanceDueHours} hours before the start` : `by ${due}`
      }. We will remind you.`}
      value={value}
      onChange={(plan) => onChange(plan === 'all' ? 'all' : 'deposit')}
      options={[
        { value: 'deposit', label: `Deposit ${formatNaira(deposit_kobo)}` },
        { value: 'all', label: `All ${formatNaira(total_kobo)}` },
      ]}
    />
  )
}
