import type { Manifest } from '#contract/boarding/model'
import { changeVehicle, type previewVehicleChange } from '#contract/bookings/endpoints'
import type { Output } from '#contract/endpoint'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { formatCount, formatSeats } from '#contract/quantities'
import { VehicleChangeInput } from '#contract/bookings/model'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { FactList } from '#ui/facts'
import { AreaField, SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './departures.module.css'
import { manifestQuery, vehicleChangeQuery, vehicleTypesQuery } from './queries.ts'

type Preview = Output<typeof previewVehicleChange>

interface Props {
  trip: Manifest['trip']
  membership: DeskMembership
}

/** Gives a departure another vehicle, after showing who moves, who loses their seat, and what that costs. */
export function ChangeVehicleForm({ trip, membership }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState('')
  if (!isOpen)
    return (
      <>
        {done !== '' && <p role="status">{done}</p>}
        <ButtonRow>
          <Button kind="quiet" onClick={() => setOpen(true)}>
            Another vehicle
          </Button>
        </ButtonRow>
      </>
    )
  const close = (outcome = '') => {
    setDone(outcome)
    setOpen(false)
  }
  return (
    <Card>
      <h2>Another vehicle</h2>
      <SecondFactorGate membership={membership} action="Another vehicle">
        <Choice trip={trip} onClose={close} />
      </SecondFactorGate>
    </Card>
  )
}

function Choice({
  trip,
  onClose,
}: {
  trip: Manifest['trip']
  onClose: (outcome?: string) => void
}) {
  const [vehicle, setVehicle] = useState('')
  const query = useQuery(vehicleTypesQuery)
  return (
    <QueryResult query={query}>
      {(types) => (
        <>
          <SelectField
            label="Vehicle that goes instead"
            value={vehicle}
            empty="Choose a vehicle"
            options={types
              .filter(({ name }) => name !== trip.vehicle)
              .map(({ code, name, seats }) => ({
                value: code,
                label: `${name}, ${formatCount(seats, 'seat')}`,
              }))}
            onChange={setVehicle}
          />
          {vehicle === '' ? (
            <ButtonRow>
              <Button onClick={() => onClose()}>Keep this vehicle</Button>
            </ButtonRow>
          ) : (
            <Effects key={vehicle} id={trip.id} vehicle={vehicle} onClose={onClose} />
          )}
        </>
      )}
    </QueryResult>
  )
}

function Effects({
  id,
  vehicle,
  onClose,
}: {
  id: string
  vehicle: string
  onClose: (outcome?: string) => void
}) {
  const query = useQuery(vehicleChangeQuery(id, vehicle))
  const { data } = query
  const back_kobo = data && data.refund_kobo + data.difference_kobo
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const { submit, isSending, errors, error } = useForm(VehicleChangeInput, {
    draft: { value: { note } },
    read: (values) => ({
      id,
      vehicle,
      back_kobo,
      ...(values.note.trim() !== '' && { note: values.note }),
    }),
    send: (input, key) => call(changeVehicle, input, { key }),
    // Bookings may have been made or cancelled meanwhile.
    afterRefusal: () => client.invalidateQueries(vehicleChangeQuery(id, vehicle)),
    done: async () => {
      onClose('The vehicle is changed. Travellers get their new seats in a moment.')
      await client.invalidateQueries({ queryKey: ['departures'] })
      await client.invalidateQueries(manifestQuery(id))
    },
  })
  return (
    <QueryResult query={query}>
      {(preview) => (
        <Form
          onSubmit={submit}
          error={error}
          offline="No network. We do not know yet whether it was changed. Try again; it cannot be changed twice."
          action={
            <ButtonRow>
              <Button type="submit" kind="danger" busy={isSending}>
                {back_kobo === 0
                  ? 'Change the vehicle'
                  : `Change it and refund ${formatNaira(back_kobo ?? 0)}`}
              </Button>
              <Button onClick={() => onClose()}>Keep this vehicle</Button>
            </ButtonRow>
          }
        >
          <FactList facts={factsOf(preview)} />
          <SeatChanges changes={preview.changes} />
          <AreaField
            label="Why"
            hint="Every traveller gets this sentence. Without it, they read which vehicle goes."
            optional
            value={note}
            error={errors['note']}
            onChange={setNote}
          />
        </Form>
      )}
    </QueryResult>
  )
}

const factsOf = (preview: Preview) => {
  const { keep, reseated, refunded, refund_kobo, difference_kobo } = preview
  const { unpaid_bookings, blocked_lost } = preview
  return [
    ['Keep their seat', formatCount(keep, 'traveller')],
    ['Get another seat', reseated > 0 ? formatCount(reseated, 'traveller') : null],
    ['Lose their seat', refunded > 0 ? formatCount(refunded, 'traveller') : null],
    ['Refunds', formatNaira(refund_kobo)],
    ['Lower class', difference_kobo > 0 ? `${formatNaira(difference_kobo)} back to all` : null],
    [
      'Not paid yet',
      unpaid_bookings > 0 ? formatCount(unpaid_bookings, 'booking ends', 'bookings end') : null,
    ],
    [
      'Sold by you',
      blocked_lost.length > 0
        ? `It does not have ${formatSeats(blocked_lost)}. Call these people yourself.`
        : null,
    ],
  ] as const
}

function SeatChanges({ changes }: { changes: Preview['changes'] }) {
  if (changes.length === 0) return null
  return (
    <ol className={styles.manifest} aria-label="Seats that change">
      {changes.map(({ booking, traveller, seat, new_seat }) => (
        <li key={`${booking}.${seat}`} className={styles.seat}>
          <b className={styles.number} aria-label={`Seat ${seat}`}>
            {seat}
          </b>
          <span>
            {traveller} <MutedText as="small">{booking}</MutedText>
          </span>
          <b>{new_seat === null ? 'No seat' : `→ ${new_seat}`}</b>
        </li>
      ))}
    </ol>
  )
}
