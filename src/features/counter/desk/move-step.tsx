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
import { MeansField } from '#features/counter'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './counter.module.css'
import { allSalesFilter, openShiftQuery, seatsQuery } from './queries.ts'

interface Props {
  preview: CounterMovePreview
  option: CounterMoveOption
  seats: readonly number[]
  shift: Shift
  onMoved: (move: CounterMove) => void
}

/**
 * The means of payment, a question, and the move. The question is asked again when seats or sum have changed. What was
 * chosen stays if the move is refused.
 */
export function MoveStep({ preview, option, seats, shift, onMoved }: Props) {
  const { reference, travellers } = preview
  const { trip, take_kobo, pay_out_kobo } = option
  const client = useQueryClient()
  const [means, setMeans] = useState<CounterMeans>('cash')
  const subject = `${seats.join()} ${take_kobo} ${pay_out_kobo}`
  const [sureOf, setSureOf] = useState('')
  const action = describeMove(option)
  const { submit, isSending, errors, error } = useForm(CounterMoveInput, {
    typed: { value: means },
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
      } finally {
        void client.invalidateQueries(allSalesFilter)
        void client.invalidateQueries(seatsQuery(trip.id))
      }
    },
    done: (move) => {
      client.setQueryData(openShiftQuery.queryKey, { shift: move.shift })
      onMoved(move)
    },
  })
  const isSure = sureOf === subject
  return (
    <Form
      onSubmit={isSure ? submit : () => setSureOf(subject)}
      error={error}
      offline="No network. We do not know yet whether it was moved. Try again; it cannot be moved twice."
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
      {take_kobo > 0 && <MeansField value={means} onChange={setMeans} />}
      {errors['trip_id'] !== undefined && <Notice kind="mind">{errors['trip_id']}</Notice>}
      {isSure && (
        <Question title={`${action}?`}>
          <p>
            {travellers.map(({ full_name }, at) => `${full_name}: seat ${seats[at]}`).join('; ')}
          </p>
          <p>
            A booking can be moved only once. Tickets issued before are no longer valid.
            {pay_out_kobo > 0 &&
              ` ${formatNaira(shift.expected_kobo - pay_out_kobo)} of ${formatNaira(shift.expected_kobo)} stay in your drawer.`}
          </p>
        </Question>
      )}
    </Form>
  )
}

/** Takes over the focus of the button that has disappeared. */
function Question({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.parts}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  )
}

const describeMove = ({ take_kobo, pay_out_kobo }: CounterMoveOption) =>
  take_kobo > 0
    ? `Move and take ${formatNaira(take_kobo)}`
    : pay_out_kobo > 0
      ? `Move and pay out ${formatNaira(pay_out_kobo)}`
      : 'Move'
