import type { Output } from '#contract/endpoint'
import type { Manifest } from '#contract/boarding/model'
import { updateTripStatus } from '#contract/trips/endpoints'
import { formatPhone } from '#contract/phone'
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

/** Returns what was reported before, as text. */
const listReported = (trip: Manifest['trip']) => ({
  delay_minutes: trip.delay_minutes ? String(trip.delay_minutes) : '',
  plate: trip.plate ?? '',
  driver_name: trip.driver_name ?? '',
  driver_phone: trip.driver_phone ? formatPhone(trip.driver_phone) : '',
  note: trip.note ?? '',
})

type StatusText = ReturnType<typeof listReported>

/**
 * Returns the input for the fields that were changed: others may have reported the rest meanwhile. An emptied field is
 * removed, or means no delay.
 */
const readStatus = ({ delay_minutes: delay, ...texts }: Partial<StatusText>) => ({
  ...(delay !== undefined && { delay_minutes: delay.trim() === '' ? 0 : parseCount(delay) }),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.trim() === '' ? null : text]),
  ),
})

/** Returns when a bus leaves: its planned time and the delay. */
const findLeavingTime = ({ departs_at, delay_minutes }: Status) =>
  new Date(Date.parse(departs_at) + delay_minutes * 60_000).toISOString()

/** Reports or corrects a delay, the vehicle's plate, its driver or a note. What was reported is filled in. */
export function TripStatusForm({ trip }: { trip: Manifest['trip'] }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<StatusText>>({})
  const reported = listReported(trip)
  const { submit, isSending, errors, error, answer } = useForm(TripStatusInput, {
    typed: { value: typed },
    read: (values) => ({ id: trip.id, ...readStatus(values) }),
    send: (input, key) => call(updateTripStatus, input, { key }),
    done: async () => {
      await client.invalidateQueries(manifestQuery(trip.id))
      setTyped({})
      await client.invalidateQueries({ queryKey: ['departures'] })
    },
  })
  const field = (name: keyof StatusText) => ({
    optional: true,
    value: typed[name] ?? reported[name],
    error: errors[name],
    onChange: (value: string) =>
      setTyped(({ [name]: _, ...others }) =>
        value === reported[name] ? others : { ...others, [name]: value },
      ),
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
