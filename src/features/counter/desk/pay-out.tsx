import { refundAtCounter } from '#contract/counter/endpoints'
import { CounterRefundInput, type CounterRefundPreview, type Shift } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { formatSeats, pluralize } from '#contract/quantities'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { allSalesFilter, openShiftQuery } from './queries.ts'

/** The last step of a refund: says what will happen, then cancels the seats and records the cash in the shift. */
export function PayOutStep({
  sale: { reference, traveller },
  seats,
  refund_kobo,
  shift,
  action,
  onPaid,
  onBack,
}: {
  sale: CounterRefundPreview
  seats: readonly number[]
  refund_kobo: number
  shift: Shift
  /** The label of the buttons of both steps. */
  action: string
  onPaid: (text: string) => void
  onBack: () => void
}) {
  const client = useQueryClient()
  const question = useRef<HTMLHeadingElement>(null)
  useEffect(() => question.current?.focus(), [])
  const cancel = seats.length > 0
  const { submit, isSending, error } = useForm(CounterRefundInput, {
    draft: { value: seats },
    read: (chosen) => ({
      reference,
      cancel,
      ...(cancel && { seats: chosen }),
      refund_kobo,
    }),
    send: async (input, key) => {
      try {
        const { shift: next, paid_kobo } = await call(refundAtCounter, input, { key })
        client.setQueryData(openShiftQuery.queryKey, { shift: next })
        onPaid(describeNext(traveller, paid_kobo, next))
      } finally {
        await client.invalidateQueries(allSalesFilter)
      }
    },
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      offline="No network. We do not know yet whether it was paid out. Try again; it cannot be paid out twice."
      action={
        <ButtonRow>
          <Button type="submit" kind="danger" busy={isSending}>
            Yes, {action.charAt(0).toLowerCase() + action.slice(1)}
          </Button>
          <Button onClick={onBack}>Back</Button>
        </ButtonRow>
      }
    >
      <h3 ref={question} tabIndex={-1}>
        {action}?
      </h3>
      {cancel && (
        <p>
          {formatSeats(seats, 'Seat')} {pluralize(seats.length, 'is', 'are')} cancelled and can be
          sold again. {pluralize(seats.length, 'The ticket is', 'The tickets are')} no longer valid.
        </p>
      )}
      {refund_kobo > 0 && (
        <p>
          The cash comes out of your drawer: {formatNaira(shift.expected_kobo - refund_kobo)} of{' '}
          {formatNaira(shift.expected_kobo)} stay in it.
        </p>
      )}
    </Form>
  )
}

/** Says what the clerk must do after the refund is entered. */
const describeNext = (traveller: string, paid_kobo: number, { expected_kobo }: Shift) =>
  paid_kobo === 0
    ? 'Cancelled. Nothing is paid out.'
    : `Give ${traveller} ${formatNaira(paid_kobo)} in cash now. ${formatNaira(expected_kobo)} stay in your drawer.`
