import { closeShift } from '#contract/counter/endpoints'
import { CloseShiftInput, type Shift } from '#contract/counter/model'
import { formatNaira, parseNaira } from '#contract/money'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allotmentsKey, allShiftsFilter, openShiftQuery } from './queries.ts'
import { ShiftSeatsNotice, useSeatsOfShift } from './allotment-list.tsx'
import { ShiftFacts } from './shift-facts.tsx'

interface Props {
  shift: Shift
  /** Whose shift it is, if it is not the user's own. */
  clerk?: string
  onClosed: (shift: Shift) => void
  onBack: () => void
}

/** Closes a shift with the counted cash, once no seats are set aside in it. */
export function CloseShiftForm(props: Props) {
  const { shift, clerk } = props
  const open = useSeatsOfShift(shift.id, clerk)
  const title = clerk === undefined ? 'Close my shift' : `Close the shift of ${clerk}`
  return (
    <Card label={title}>
      <h2>{title}</h2>
      <ShiftFacts shift={shift} />
      {open.length > 0 ? (
        <>
          <ShiftSeatsNotice open={open} isOwn={clerk === undefined} />
          <ButtonRow>
            <BackButton {...props} />
          </ButtonRow>
        </>
      ) : (
        <CountForm {...props} />
      )}
    </Card>
  )
}

const BackButton = ({ clerk, onBack }: Props) => (
  <Button onClick={onBack}>{clerk === undefined ? 'Back to selling' : 'Leave it open'}</Button>
)

/** Asks for the counted cash, and for a reason if it differs from what must be in the drawer. */
function CountForm(props: Props) {
  const { shift, onClosed } = props
  const client = useQueryClient()
  const [entered, setEntered] = useState({ counted: '', reason: '' })
  const counted_kobo = parseNaira(entered.counted)
  const off_kobo = counted_kobo === undefined ? 0 : counted_kobo - shift.expected_kobo
  const { submit, isSending, errors, error } = useForm(CloseShiftInput, {
    draft: { value: entered },
    read: ({ counted, reason }) => ({
      id: shift.id,
      counted_kobo: parseNaira(counted) ?? NaN,
      ...(off_kobo !== 0 && { difference_reason: reason }),
    }),
    faults: ({ counted }) =>
      parseNaira(counted) === undefined
        ? { counted_kobo: 'Count the cash and enter the sum, 0 if it is empty.' }
        : {},
    send: (input, key) => call(closeShift, input, { key }),
    // Another phone of the clerk may have sold seats or set them aside meanwhile.
    afterRefusal: () =>
      Promise.all(
        [allotmentsKey, openShiftQuery.queryKey, allShiftsFilter.queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    done: onClosed,
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      action={
        <ButtonRow>
          <Button type="submit" kind="primary" busy={isSending}>
            Close it
          </Button>
          <BackButton {...props} />
        </ButtonRow>
      }
    >
      <TextField
        label="Cash that you counted, ₦"
        inputMode="decimal"
        value={entered.counted}
        error={errors['counted_kobo']}
        onChange={(counted) => setEntered({ ...entered, counted })}
      />
      {off_kobo !== 0 && (
        <TextField
          label={`Why ${formatNaira(Math.abs(off_kobo))} ${off_kobo < 0 ? 'is missing' : 'is too much'}`}
          value={entered.reason}
          error={errors['difference_reason']}
          onChange={(reason) => setEntered({ ...entered, reason })}
        />
      )}
    </Form>
  )
}
