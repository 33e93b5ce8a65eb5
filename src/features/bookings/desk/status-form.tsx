import type { Output } from '#contract/endpoint'
import type { Manifest } from '#contract/boarding/model'
import { updateTripStatus } from '#contract/trips/endpoints'
import { formatCount, parseCount } from '#contract/quantities'
import { TripStatusInput } from '#contract/trips/model'
import { call } from '#lib/api'
import { formatTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField, PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { manifestQuery } from './queries.ts'

type Status = Output<typeof updateTripStatus>

const nothing = { delay_minutes: '', plate: '', driver_name: '', driver_phone: '', note: '' }

/** Returns the fields that were filled in. */
const readStatus = ({ delay_minutes: delay, ...texts }: typeof nothing) => ({
  ...(delay.trim() !== '' && { delay_minutes: parseCount(delay) }),
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
})

/** Returns when a bus leaves: its planned time and the delay. */
const findLeavingTime = ({ departs_at, delay_minutes }: Status) =>
  new Date(Date.parse(departs_at) + delay_minutes * 60_000).toISOString()

/** Reports a delay, the vehicle's plate, its driver or a note. A field left empty does not change an earlier report. */
export function TripStatusForm({ trip }: { trip: Manifest['trip'] }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(nothing)
  const { submit, isSending, errors, error, answer } = useForm(TripStatusInput, {
    typed: { value: typed },
    read: (values) => ({ id: trip.id, ...readStatus(values) }),
    send: (input, key) => call(updateTripStatus, input, { key }),
    done: () => {
      setTyped(nothing)
      return client.invalidateQueries(manifestQuery(trip.id))
    },
  })
  const field = (name: keyof typeof nothing) => ({
    optional: true,
    value: typed[name],
    error: errors[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  })
  return (
    <Card>
      <h2>Tell the travellers</h2>
      {answer && (
        <p role="status">
          Stored: leaves at {formatTime(findLeavingTime(answer), trip.zone)}
          {answer.plate !== null && `, ${answer.plate}`}.{' '}
          {answer.bookings_told > 0 && `${formatCount(answer.bookings_told, 'booking')} told.`}
        </p>
      )}
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" busy={isSending}>
            Tell them
          </Button>
        }
      >
        <TextField label="Delay in minutes" inputMode="numeric" {...field('delay_minutes')} />
        <TextField label="Plate" autoCapitalize="characters" {...field('plate')} />
        <TextField label="Driver’s name" {...field('driver_name')} />
        <PhoneField label="Driver’s phone" {...field('driver_phone')} />
        <AreaField
          label="Note"
          hint="At most 140 letters. Everybody with a ticket gets it."
          {...field('note')}
        />
      </Form>
    </Card>
  )
}
