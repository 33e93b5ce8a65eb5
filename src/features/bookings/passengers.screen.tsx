import { type Booking, PassengersInput } from '#contract/bookings/model'
import type { PassengerType } from '#contract/lookups/model'
import { isInsurable } from '#contract/bookings/rules'
import { insuranceKobo, formatNaira } from '#contract/money'
import { passengerDataDays } from '#contract/policy'
import { passengerTypesQuery } from '#features/lookups'
import { NothingStored } from '#features/offline'
import { KinFields, listTravellersQuery, saveTravellers } from '#features/profile'
import { describeError } from '#lib/api/error'
import type { Draft } from '#lib/drafts'
import { useUser } from '#lib/session'
import { type FieldErrors, useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { PhoneField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Card, Page, Steps } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { BookingSummary, HoldCountdown } from './booking-summary.tsx'
import { PassengerFields } from './passenger-fields.tsx'
import {
  emptyPassenger,
  computeFare,
  type FormDraft,
  copyFormToSeats,
  makePassengersInput,
} from './passenger-form.ts'
import styles from './bookings.module.css'
import { storeBooking, setBookingTravellers } from './queries.ts'
import { ReturnTripOffer } from './return-trip.tsx'
import { useTravellersDraft } from './travellers-draft.ts'
import { isUnpaid } from './unpaid.tsx'
import { useOtherDirection } from './directions.ts'
import { WithBooking } from './with-booking.tsx'

/** The step for travellers, contact and next of kin. Every keystroke is stored on the phone. */
export function PassengersScreen() {
  return (
    <WithBooking title="Who is travelling?">
      {(booking, isOver) =>
        booking.return_trip?.way === 'back' && isUnpaid(booking) ? (
          <Navigate to={`?booking=${booking.return_trip.other}`} replace />
        ) : (
          <Passengers booking={booking} isOver={isOver} />
        )
      }
    </WithBooking>
  )
}

function Passengers({ booking, isOver }: { booking: Booking; isOver: boolean }) {
  const draft = useTravellersDraft(booking)
  const { form, submit, isSending, error, problem, errors } = useSending(booking, draft)
  const { change, value } = draft
  const types = useQuery(passengerTypesQuery).data ?? []
  const open = isUnpaid(booking)
  const other = useOtherDirection(booking)
  const fareNow = (way: Booking) => computeFare(way, copyFormToSeats(way, booking, value), types)
  const total = fareNow(booking).total_kobo + (other === undefined ? 0 : fareNow(other).total_kobo)
  return (
    <form ref={form} onSubmit={submit} onBlur={draft.flush} noValidate>
      <Page
        title="Who is travelling?"
        back={{
          to: `/bookride/details?trip=${booking.trip.id}&passengers=${booking.seats.length}`,
          label: 'Seats',
        }}
        aside={<BookingSummary booking={booking} fareOf={fareNow} />}
        bar={
          <>
            {problem !== null && (
              <div className={styles.problem}>
                <Notice kind="harm" says="now" title={describeError(problem, offline)}>
                  Nothing you typed is lost.
                </Notice>
              </div>
            )}
            <div className={styles.due}>
              <b>{formatNaira(total)}</b>
              <HoldCountdown booking={booking} />
            </div>
            <div className={styles.next}>
              <Button type="submit" kind="primary" wide busy={isSending} disabled={!open || isOver}>
                Go to payment
              </Button>
            </div>
          </>
        }
      >
        <Steps names={['Seats', 'Travellers', 'Pay', 'Ticket']} at={1} />
        <NothingStored />
        {error !== null && problem === null && (
          <Notice kind="harm" says="now" title="Check the marked fields.">
            Nothing you typed is lost.
          </Notice>
        )}
        <Travellers booking={booking} form={value} change={change} errors={errors} types={types} />
        {open && <ReturnTripOffer booking={booking} />}
        <ContactFields form={value} change={change} errors={errors} />
        <NextOfKinFields form={value} change={change} errors={errors} />
        <Card label="Insurance">
          {[booking, other].every((way) => way === undefined || !isInsurable(way)) ? (
            <p>In the fare: {booking.insurer} covers you on this trip.</p>
          ) : (
            <CheckField
              label={`Travel insurance, ${formatNaira(insuranceKobo)} a seat`}
              hint="Pays for injury on this trip. Leave it off if you have cover."
              error={errors['insurance']}
              checked={value.insurance}
              onChange={(insurance) => change((before) => ({ ...before, insurance }))}
            />
          )}
        </Card>
      </Page>
    </form>
  )
}

/** Sends the form, and saves the travellers that are marked for next time. */
function useSending(booking: Booking, draft: Draft<FormDraft>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useForm(PassengersInput, {
    typed: draft,
    read: (form) => makePassengersInput(booking, form),
    send: async (input) => {
      const next = await setBookingTravellers(input)
      const marked = Object.values(draft.value.passengers).filter(({ save }) => save === true)
      await saveTravellers(queries, marked)
      return next
    },
    done: (next) => {
      storeBooking(queries, next)
      void navigate(`/bookride/pay?booking=${booking.reference}`)
    },
  })
}

const offline = 'No network. Your details stay on this phone. Try again when the network is back.'

type FormPartProps = {
  form: FormDraft
  change: (next: (before: FormDraft) => FormDraft) => void
  errors: FieldErrors
}

function Travellers({
  booking,
  form,
  change,
  errors,
  types,
}: FormPartProps & { booking: Booking; types: readonly PassengerType[] }) {
  const user = useUser()
  const saved = useQuery({ ...listTravellersQuery, enabled: user !== undefined }).data
  const isElsewhere = (seat: number, name: string) =>
    booking.seats.some((one) => one !== seat && form.passengers[one]?.full_name === name)
  return booking.seats.map((seat, index) => (
    <PassengerFields
      key={seat}
      seat={seat}
      index={index}
      value={form.passengers[seat] ?? emptyPassenger}
      types={types}
      saved={
        user === undefined
          ? undefined
          : (saved ?? []).filter((one) => !isElsewhere(seat, one.full_name))
      }
      me={
        user === undefined || saved === undefined || isElsewhere(seat, user.full_name)
          ? undefined
          : user.full_name
      }
      errors={errors}
      onChange={(part) =>
        change((before) => ({
          ...before,
          passengers: {
            ...before.passengers,
            [seat]: { ...(before.passengers[seat] ?? emptyPassenger), ...part },
          },
        }))
      }
    />
  ))
}

function ContactFields({ form, change, errors }: FormPartProps) {
  const set = (part: Partial<FormDraft['contact']>) =>
    change((before) => ({ ...before, contact: { ...before.contact, ...part } }))
  const [wantsOther, setWantsOther] = useState(false)
  const isOther = wantsOther || form.contact.full_name !== ''
  return (
    <Card label="Contact">
      <h2>Where do we send the ticket?</h2>
      <PhoneField
        label="Your phone"
        value={form.contact.phone}
        error={errors['contact.phone']}
        onChange={(phone) => set({ phone })}
        hint="With this number and the reference you can open the booking anywhere"
      />
      <TextField
        label="Email"
        optional
        type="email"
        inputMode="email"
        autoComplete="email"
        value={form.contact.email}
        error={errors['contact.email']}
        onChange={(email) => set({ email })}
      />
      <CheckField
        label="I am booking for somebody else"
        hint="Otherwise the first traveller is the contact."
        checked={isOther}
        onChange={(on) => {
          setWantsOther(on)
          if (!on) set({ full_name: '' })
        }}
      />
      {isOther && (
        <TextField
          label="Your name"
          autoComplete="name"
          value={form.contact.full_name}
          error={errors['contact.full_name']}
          onChange={(full_name) => set({ full_name })}
        />
      )}
    </Card>
  )
}

function NextOfKinFields({ form, change, errors }: FormPartProps) {
  const set = (part: Partial<FormDraft['next_of_kin']>) =>
    change((before) => ({ ...before, next_of_kin: { ...before.next_of_kin, ...part } }))
  return (
    <Card label="Next of kin">
      <h2>Next of kin</h2>
      <p>
        The road traffic regulations require every bus to carry this. It is opened only in an
        emergency, and deleted with the travellers’ addresses and phones {passengerDataDays} days
        after arrival.
      </p>
      <KinFields
        value={form.next_of_kin}
        error={(name) => errors[`next_of_kin.${name}`]}
        onChange={set}
      />
    </Card>
  )
}
