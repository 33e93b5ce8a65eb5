import { moveAtCounter } from '#contract/counter/move-endpoints'
import type { Shift } from '#contract/counter/model'
import {
  type CounterMove,
  CounterMoveInput,
  type CounterMoveOption,
  type CounterMovePreview,
} from '#contract/counter/moves'
import type { CounterMeans } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import { PaymentMeansField } from '#features/counter'
import { call } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styles from './counter.module.css'
import { allSalesFilter, openShiftQuery, seatsQuery } from './queries.ts'

/** Displayed if a move has no answer. */
export const unknownOutcomeText =
  'No network. We do not know yet whether it was moved. Try again; it cannot be moved twice.'

/** The last attempt to move. Its state is outside the form, which disappears if its seats are taken. */
export interface MoveAttempt {
  failure: Error | null
  /**
   * The seats that were sent, if it is unknown whether the sale has moved. They may be displayed as taken, although
   * this sale took them.
   */
  sent: readonly number[] | undefined
  onFailure: (error: Error, seats: readonly number[]) => void
  /** Called when something else is chosen. */
  onChange: () => void
}

interface Props extends MoveAttempt {
  preview: CounterMovePreview
  option: CounterMoveOption
  seats: readonly number[]
  shift: Shift
  onMoved: (move: CounterMove) => void
}

/**
 * The last step of a move: the means of payment, a question to confirm, and the call. The question is asked again when
 * seats or sum have changed. If the move is refused, what was chosen stays.
 */
export function MoveStep({
  preview,
  option,
  seats,
  shift,
  failure,
  sent,
  onFailure,
  onMoved,
}: Props) {
  const { reference } = preview
  const { trip, take_kobo, pay_out_kobo } = option
  const client = useQueryClient()
  const [means, setMeans] = useState<CounterMeans>('cash')
  const subject = `${seats.join()} ${take_kobo} ${pay_out_kobo}`
  const [sureOf, setSureOf] = useState('')
  const action = describeMove(option)
  const reload = () => {
    void client.invalidateQueries(allSalesFilter)
    void client.invalidateQueries(seatsQuery(trip.id))
  }
  const { submit, isSending, error } = useForm(CounterMoveInput, {
    draft: { value: means },
    read: (chosen) => ({
      reference,
      trip_id: trip.id,
      seats,
      take_kobo,
      pay_out_kobo,
      ...(take_kobo > 0 && { means: chosen }),
    }),
    send: async (input, key) => {
      try {
        return await call(moveAtCounter, input, { key })
      } catch (fault) {
        if (fault instanceof Error) onFailure(fault, seats)
        if (!isOutcomeUnknown(fault)) reload()
        throw fault
      }
    },
    done: (move) => {
      client.setQueryData(openShiftQuery.queryKey, { shift: move.shift })
      reload()
      onMoved(move)
    },
  })
  const isSure = sureOf === subject
  return (
    <Form
      onSubmit={isSure ? submit : () => setSureOf(subject)}
      error={error ?? failure}
      offline={unknownOutcomeText}
      action={
        isSure ? (
          <ButtonRow>
            <Button type="submit" kind="primary" busy={isSending}>
              Yes, {action.charAt(0).toLowerCase() + action.slice(1)}
            </Button>
            <Button onClick={() => setSureOf('')}>Back</Button>
          </ButtonRow>
        ) : (
          <Button type="submit" kind="primary" wide>
            {action}
          </Button>
        )
      }
    >
      {take_kobo > 0 && <PaymentMeansField value={means} onChange={setMeans} />}
      {isSure && <Question title={`${action}?`} {...{ preview, option, seats, shift, sent }} />}
    </Form>
  )
}

/** Says what will happen. Takes over the focus of the button that has disappeared. */
function Question({
  title,
  preview: { travellers },
  option: { trip, pay_out_kobo },
  seats,
  shift: { expected_kobo },
  sent,
}: Pick<Props, 'preview' | 'option' | 'seats' | 'shift' | 'sent'> & { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>
        {formatDayTime(trip.departs_at, trip.zone)}, from {trip.from.park.name}
      </p>
      <p>{travellers.map(({ full_name }, at) => `${full_name}: seat ${seats[at]}`).join('; ')}</p>
      <p>
        A booking can be moved only once. The old tickets are no longer valid.
        {pay_out_kobo > 0 &&
          sent === undefined &&
          ` ${formatNaira(expected_kobo - pay_out_kobo)} of ${formatNaira(expected_kobo)} stay in your drawer.`}
      </p>
    </div>
  )
}

const describeMove = ({ take_kobo, pay_out_kobo }: CounterMoveOption) =>
  take_kobo > 0
    ? `Move and take ${formatNaira(take_kobo)}`
    : pay_out_kobo > 0
      ? `Move and pay out ${formatNaira(pay_out_kobo)}`
      : 'Move'
