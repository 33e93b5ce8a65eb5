import type { Shift } from '#contract/counter/model'
import { counterSubjects, type CounterSubject } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { paymentMeansLabels } from '#features/counter'
import { formatDayTime } from '#lib/format'
import { FactList } from '#ui/facts'
import { FareLines } from '#ui/money'

const subjectLabels: Record<CounterSubject, { label: string; noun: string }> = {
  tickets: { label: 'Tickets', noun: 'sale' },
  parcels: { label: 'Parcels', noun: 'parcel' },
  storage: { label: 'Storage', noun: 'fee' },
}

/** Returns a line for each subject for which a shift took money, in the order of `counterSubjects`. */
const listSubjects = ({ taken_for }: Shift) =>
  counterSubjects.flatMap((name) =>
    taken_for
      .filter(({ subject }) => subject === name)
      .map(({ count, amount_kobo }) => {
        const { label, noun } = subjectLabels[name]
        return { label: count === 0 ? label : `${label}, ${formatCount(count, noun)}`, amount_kobo }
      }),
  )

/**
 * What a shift has sold, by what was paid for and by means of payment, and the sum of the cash that must be in the
 * drawer.
 */
export function ShiftFacts({ shift }: { shift: Shift }) {
  const { closed_at, counted_kobo, expected_kobo, paid_out_kobo, taken } = shift
  const cash = taken.filter(({ means }) => means === 'cash')
  return (
    <>
      <FactList
        facts={[
          ['Opened', formatDayTime(shift.opened_at)],
          ['Closed', closed_at && formatDayTime(closed_at)],
          ['Sales', shift.taken_for.length === 0 ? formatCount(0, 'sale') : null],
        ]}
      />
      {taken.length > 0 && (
        <>
          <h3>Sold</h3>
          <FareLines
            lines={listSubjects(shift)}
            total_kobo={taken.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)}
          />
          <h3>Paid by</h3>
          <FareLines
            lines={taken.map(({ means, amount_kobo }) => ({
              label: paymentMeansLabels[means],
              amount_kobo,
            }))}
          />
        </>
      )}
      <h3>Cash</h3>
      <FareLines
        lines={[
          { label: 'Float', amount_kobo: shift.float_kobo },
          ...cash.map(({ amount_kobo }) => ({ label: paymentMeansLabels.cash, amount_kobo })),
          ...(paid_out_kobo > 0 ? [{ label: 'Paid out', amount_kobo: -paid_out_kobo }] : []),
        ]}
        total_kobo={expected_kobo}
        total_label="Should be in the drawer"
      />
      {counted_kobo !== null && (
        <FactList
          facts={[
            ['Counted', formatNaira(counted_kobo)],
            [
              'Difference',
              counted_kobo === expected_kobo
                ? null
                : `${formatNaira(counted_kobo - expected_kobo)}: ${shift.difference_reason}`,
            ],
          ]}
        />
      )}
    </>
  )
}
