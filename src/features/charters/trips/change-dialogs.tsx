import { ChangeFlightInput } from '#contract/charters/trips/model'
import { charterDaysAhead } from '#contract/charters/rules'
import { toNigerianInstant } from '#contract/charters/trips/rules'
import { changeCharterDates, changeCharterFlight } from '#contract/charters/trips/endpoints'
import { ChangeDatesInput, type Charter } from '#contract/charters/trips/model'
import { FieldRow, storeCharter } from '#features/charters'
import { call } from '#lib/api'
import { addDays, computeDay, today } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { DayField } from '#ui/sheets/day-field'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface DialogProps {
  charter: Charter
  open: boolean
  onClose: () => void
}

/** `07:30` by the clock in Nigeria, which is an hour ahead of UTC all year. */
const clockOf = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(11, 16)

/** Moves a charter to the same number of other days, free of charge. */
export function ChangeDatesDialog({ charter, open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Change the date">
      <Dates charter={charter} onClose={onClose} />
    </Dialog>
  )
}

function Dates({ charter, onClose }: Omit<DialogProps, 'open'>) {
  const { reference, from, starts_at } = charter
  const [value, setValue] = useState({ from, start_time: clockOf(starts_at) })
  const queries = useQueryClient()
  const form = useForm(ChangeDatesInput, {
    draft: { value },
    read: (values) => ({ reference, ...values }),
    faults: (values) => (values.from === '' ? { from: 'Choose a date.' } : {}),
    send: (input, key) => call(changeCharterDates, input, { key }),
    fieldOf: { vehicle_taken: 'from' },
    done: (next) => {
      storeCharter(queries, next)
      onClose()
    },
  })
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending}>
          Save the new date
        </Button>
      }
    >
      <p>The same number of days, at the same price. Changing is free.</p>
      <FieldRow>
        <DayField
          label="First day"
          name="from"
          max={addDays(today(), charterDaysAhead)}
          value={value.from}
          error={form.errors['from']}
          onChange={(day) => setValue({ ...value, from: day })}
        />
        <TextField
          label="Leaves at"
          name="start_time"
          type="time"
          value={value.start_time}
          error={form.errors['start_time']}
          onChange={(start_time) => setValue({ ...value, start_time })}
        />
      </FieldRow>
    </Form>
  )
}

/** Changes the flight or its time. The pick-up time moves with it. */
export function ChangeFlightDialog({ charter, open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Change the flight">
      <Flight charter={charter} onClose={onClose} />
    </Dialog>
  )
}

function Flight({ charter, onClose }: Omit<DialogProps, 'open'>) {
  const { reference, flight } = charter
  const at = flight?.at ?? charter.starts_at
  const [value, setValue] = useState({
    number: flight?.number ?? '',
    day: computeDay(at),
    time: clockOf(at),
  })
  const queries = useQueryClient()
  const form = useForm(ChangeFlightInput, {
    draft: { value },
    read: ({ number, day, time }) => ({
      reference,
      ...(number.trim() !== '' && { flight_number: number }),
      at: toNigerianInstant(day, time),
    }),
    send: (input, key) => call(changeCharterFlight, input, { key }),
    fieldOf: { vehicle_taken: 'at' },
    done: (next) => {
      storeCharter(queries, next)
      onClose()
    },
  })
  const isPickUp = flight?.direction !== 'drop_off'
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending}>
          Save the new flight
        </Button>
      }
    >
      <TextField
        label="Flight number"
        optional
        value={value.number}
        error={form.errors['flight_number']}
        onChange={(number) => setValue({ ...value, number })}
      />
      <FieldRow>
        <DayField
          label={isPickUp ? 'Lands on' : 'Pick you up on'}
          max={addDays(today(), charterDaysAhead)}
          value={value.day}
          error={form.errors['at']}
          onChange={(day) => setValue({ ...value, day })}
        />
        <TextField
          label="At"
          type="time"
          value={value.time}
          onChange={(time) => setValue({ ...value, time })}
        />
      </FieldRow>
      <p>The pick-up moves with your flight. The operator sees the new time.</p>
    </Form>
  )
}
