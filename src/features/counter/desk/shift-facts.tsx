import type { Shift } from '#contract/counter/model'
import type { CounterMeans } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { formatDayTime } from '#lib/format'
import { FactList } from '#ui/facts'

export const meansLabels: Record<CounterMeans, string> = {
  cash: 'Cash',
  card_machine: 'Card machine',
  transfer: 'Transfer',
}

/** The takings and payouts of a shift by means of payment, and the cash that must be in the drawer. */
export function ShiftFacts({ shift }: { shift: Shift }) {
  const { closed_at, counted_kobo, expected_kobo, paid_out_kobo } = shift
  return (
    <FactList
      facts={[
        ['Opened', formatDayTime(shift.opened_at)],
        ['Closed', closed_at && formatDayTime(closed_at)],
        ['Float', formatNaira(shift.float_kobo)],
        ['Sales', formatCount(shift.sales, 'sale')],
        ...shift.taken.map(
          ({ means, amount_kobo }) => [meansLabels[means], formatNaira(amount_kobo)] as const,
        ),
        ['Paid out', paid_out_kobo > 0 ? formatNaira(paid_out_kobo) : null],
        ['In the drawer', formatNaira(expected_kobo)],
        ['Counted', counted_kobo === null ? null : formatNaira(counted_kobo)],
        [
          'Difference',
          counted_kobo === null || counted_kobo === expected_kobo
            ? null
            : `${formatNaira(counted_kobo - expected_kobo)}: ${shift.difference_reason}`,
        ],
      ]}
    />
  )
}
