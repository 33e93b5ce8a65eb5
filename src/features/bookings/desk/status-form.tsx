import type { Output } from '#contract/endpoint'
import type { Manifest } from '#contract/boarding/model'
import { updateTripStatus } from '#contract/trips/endpoints'
import { formatPhone } from '#contract/phone'
import { formatCount, parseCount } from '#contract/quantities'
import { TripStatusInput } from '#contract/trips/model'
import { call } from '#lib/api'
import { formatTime } from '#lib/format'
import { dropSent } from '#lib/drop-sent'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField, PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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

/** Returns whether travellers are notified of these changes; they are not of a driver, or of what is taken back. */
const isNews = ({ delay_minutes, plate = '', note = '' }: Partial<StatusText>) =>
  delay_minutes !== undefined || plate.trim() !== '' || note.trim() !== ''

/**
 * Reports or corrects a delay, the vehicle's plate, its driver or a note. What was reported is filled in. `bookings`:
 * how many are notified of news.
 */
export function TripStatusForm({ trip, bookings }: { trip: Manifest['trip']; bookings: number }) {
  const client = useQueryClient()
  const [entered, setEntered] = useState<Partial<StatusText>>({})
  const sent = useRef(entered)
  const reported = listReported(trip)
  const isUnchanged = Object.keys(entered).length === 0
  const { submit, isSending, errors, error, answer } = useForm(TripStatusInput, {
    draft: { value: entered },
    read: (values) => ({ id: trip.id, ...readStatus(values) }),
    faults: (values): Record<string, string> =>
      Object.keys(values).length === 0
        ? { delay_minutes: 'Change a delay, plate, driver or note first.' }
        : {},
    send: (input, key) => {
      sent.current = entered
      return call(updateTripStatus, input, { key })
    },
    done: async () => {
      await client.invalidateQueries(manifestQuery(trip.id))
      setEntered((now) => dropSent(now, sent.current))
      await client.invalidateQueries({ queryKey: ['departures'] })
    },
  })
  const field = (name: keyof StatusText) => ({
    optional: true,
    value: entered[name] ?? reported[name],
    error: errors[name],
    onChange: (value: string) =>
      setEntered(({ [name]: _, ...others }) =>
        value === reported[name] ? others : { ...others, [name]: value },
      ),
  })
  return (
    <Card>
      <h2>Tell the travellers</h2>
      <Form
        onSubmit={submit}
        error={error}
        action={
          <>
            {answer && isUnchanged && (
              <Notice tone="success" live="polite">
                Stored: leaves at {formatTime(findLeavingTime(answer), trip.zone)}
                {answer.plate !== null && `, ${answer.plate}`}.{' '}
                {answer.bookings_told > 0 &&
                  `${formatCount(answer.bookings_told, 'booking')} told.`}
              </Notice>
            )}
            <Button type="submit" busy={isSending}>
              {bookings > 0 && (isUnchanged || isNews(entered))
                ? `Tell ${formatCount(bookings, 'booking')}`
                : 'Store it'}
            </Button>
          </>
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
