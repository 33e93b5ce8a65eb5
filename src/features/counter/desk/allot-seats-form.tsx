import { AllotSeatsInput } from '#contract/counter/allotments'
import { maxAllottedSeats } from '#contract/counter/rules'
import { formatCount } from '#contract/quantities'
import type { TripDetail } from '#contract/trips/model'
import { allotSeatsToPhone } from '#features/counter'
import { listFreeSeats, SeatMap, TakenSeatsLegend, toggleSeat } from '#features/trips'
import { loadDocument } from '#lib/browser'
import { serverNow } from '#lib/clock'
import { getDeviceId } from '#lib/device/id'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { Form } from '#ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './counter.module.css'
import { allotmentsQuery, seatsQuery } from './queries.ts'

const hour_ms = 3_600_000

/**
 * Sets seats aside for this phone: nobody else can buy them, and this phone sells them without a network at `/counter`.
 * Opens that screen afterwards.
 */
export function AllotSeatsForm({ shift, trip }: { shift: string; trip: TripDetail }) {
  const client = useQueryClient()
  const [entered, setEntered] = useState({ seats: [] as readonly number[], until: 'close' })
  const early = Date.parse(trip.departs_at) - hour_ms
  const canEndEarly = early > serverNow() && early < Date.parse(trip.sales_close_at)
  const seats = listFreeSeats(trip, entered.seats)
  const { submit, isSending, error } = useForm(AllotSeatsInput, {
    draft: { value: entered },
    read: ({ until }) => ({
      shift,
      trip_id: trip.id,
      seats,
      device: getDeviceId(),
      ...(until === 'early' && canEndEarly && { sell_until: new Date(early).toISOString() }),
    }),
    send: async (input, key) => {
      try {
        await allotSeatsToPhone(input, key)
      } finally {
        void client.invalidateQueries(seatsQuery(trip.id))
        void client.invalidateQueries(allotmentsQuery)
      }
    },
    done: () => loadDocument('/counter'),
  })
  const toggle = (seat: number) =>
    setEntered({ ...entered, seats: toggleSeat(seats, seat, maxAllottedSeats) })
  return (
    <div className={styles.parts}>
      <MutedText>
        Nobody else can buy these seats until you release them. This phone sells them also without a
        network.
      </MutedText>
      <SeatMap layout={trip.layout} seats={trip.seats} chosen={seats} onToggle={toggle} />
      <TakenSeatsLegend seats={trip.seats} />
      <Form
        onSubmit={submit}
        error={error}
        offline="No network. We do not know yet whether the seats were set aside. Try again, or leave this page: this phone asks again automatically, and they cannot be set aside twice."
        action={
          seats.length === 0 ? (
            <MutedText>Choose the seats, at most {maxAllottedSeats}.</MutedText>
          ) : (
            <Button type="submit" kind="primary" wide busy={isSending}>
              Set {formatCount(seats.length, 'seat', 'seats')} aside
            </Button>
          )
        }
      >
        {seats.length > 0 && (
          <UntilField
            trip={trip}
            early={canEndEarly ? early : undefined}
            value={entered.until}
            onChange={(until) => setEntered({ ...entered, until })}
          />
        )}
      </Form>
    </div>
  )
}

/** The choice until when the phone sells the seats. `early`: the time of the earlier option, ms, if there is one. */
function UntilField({
  trip: { sales_close_at, zone },
  early,
  value,
  onChange,
}: {
  trip: TripDetail
  early: number | undefined
  value: string
  onChange: (until: string) => void
}) {
  const close = { value: 'close', label: `Sales close, ${formatDayTime(sales_close_at, zone)}` }
  return (
    <ChoiceField
      label="This phone sells them until"
      name="until"
      value={early === undefined ? 'close' : value}
      options={
        early === undefined
          ? [close]
          : [
              close,
              { value: 'early', label: `1 hour before departure, ${formatDayTime(early, zone)}` },
            ]
      }
      onChange={onChange}
    />
  )
}
