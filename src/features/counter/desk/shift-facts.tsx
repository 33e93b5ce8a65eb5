import type { Shift } from '#contract/counter/model'
import { counterSubjects, type CounterSubject } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { paymentMeansLabels } from '#features/counter'
import { formatDayTime } from '#lib/format'
import { FactList } from '#ui/facts'

const subjectLabels: Record<CounterSubject, { label: string; noun: string }> = {
  tickets: { label: 'Tickets', noun: 'sale' },
  parcels: { label: 'Parcels', noun: 'parcel' },
  storage: { label: 'Storage', noun: 'fee' },
}

/** Returns a label and a text for each subject for which a shift took money, in the order of `counterSubjects`. */
const listSubjects = ({ taken_for }: Shift) =>
  counterSubjects.flatMap((name) =>
    taken_for
      .filter(({ subject }) => subject === name)
      .map(({ count, amount_kobo }) => {
        const { label, noun } = subjectLabels[name]
        const sum = formatNaira(amount_kobo)
        return [label, count === 0 ? sum : `${formatCount(count, noun)}, ${sum}`] as const
      }),
  )

/**
 * The takings of a shift by what was paid for and by means of payment, its payouts, and the cash that must be in the
 * drawer.
 */
export function ShiftFacts({ shift }: { shift: Shift }) {
  const { closed_at, counted_kobo, expected_kobo, paid_out_kobo } = shift
  return (
    <FactList
      facts={[
        ['Opened', formatDayTime(shift.opened_at)],
        ['Closed', closed_at && formatDayTime(closed_at)],
        ['Float', formatNaira(shift.float_kobo)],
        ['Sales', shift.taken_for.length === 0 ? formatCount(0, 'sale') : null],
        ...listSubjects(shift),
        ...shift.taken.map(
          ({ means, amount_kobo }) =>
            [paymentMeansLabels[means], formatNaira(amount_kobo)] as const,
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
