import { type Booking, PassengersInput } from '#contract/bookings/model'
import type { PassengerType } from '#contract/lookups/model'
import { isInsurable } from '#contract/bookings/rules'
import { insuranceKobo, formatNaira } from '#contract/money'
import { passengerTypesQuery } from '#features/lookups'
import { NoStorageWarning } from '#features/offline'
import { listTravellersQuery, saveTravellers } from '#features/profile'
import { describeError } from '#lib/api/error'
import type { Draft } from '#lib/drafts'
import { useUser } from '#lib/session'
import { findSchemaErrors, useForm } from '#lib/use-form'
import { type FieldErrors, useFieldChecks } from '#lib/use-field-checks'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { makeLoginAction } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { BookingSummary, HoldCountdown } from './booking-summary.tsx'
import { ContactFields, type FormPartProps, NextOfKinFields } from './contact-fields.tsx'
import { FormSection } from './form-section.tsx'
import { PassengerFields } from './passenger-fields.tsx'
import {
  emptyPassenger,
  computeFare,
  dropSharedFieldErrors,
  type PassengersDraft,
  copyFormToSeats,
  makePassengersInput,
} from './passenger-form.ts'
import styles from './bookings.module.css'
import { storeBooking, setBookingTravellers } from './queries.ts'
import { ReturnTripOffer } from './return-trip.tsx'
import { useTravellersDraft } from './travellers-draft.ts'
import { isUnpaid } from './unpaid.tsx'
import { useOtherDirection } from './directions.ts'
import { type SectionStatus, useFormSections } from './use-sections.ts'
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
  const other = useOtherDirection(booking)
  const { draft, form, submit, isSending, problem, left, parts, sections } = useTravellers(
    booking,
    other,
  )
  const { value } = draft
  const types = useQuery(passengerTypesQuery).data ?? []
  const open = isUnpaid(booking)
  const fareNow = (way: Booking) => computeFare(way, copyFormToSeats(way, booking, value), types)
  const total = fareNow(booking).total_kobo + (other === undefined ? 0 : fareNow(other).total_kobo)
  return (
    <form
      ref={form}
      className={styles.travellers}
      onSubmit={submit}
      onFocus={sections.onFocus}
      {...left.watch}
      onBlur={(event) => {
        left.watch.onBlur(event)
        draft.flush()
      }}
      noValidate
    >
      <Page
        title="Who is travelling?"
        sub="Step 2 of 4"
        back={{
          to: `/bookride/details?trip=${booking.trip.id}&passengers=${booking.seats.length}`,
          label: 'Seats',
        }}
        aside={<BookingSummary booking={booking} fareOf={fareNow} folded />}
        bar={
          <>
            <Problem error={problem} />
            <div className={styles.due}>
              <b>{formatNaira(total)}</b>
              <HoldCountdown booking={booking} />
            </div>
            <div className={styles.next}>
              <Button type="submit" kind="primary" wide busy={isSending} disabled={!open || isOver}>
                {open && !isOver ? labelNext(booking, sections.next) : 'Go to payment'}
              </Button>
            </div>
          </>
        }
      >
        <NoStorageWarning />
        <Travellers booking={booking} {...parts} sections={sections} types={types} />
        <FormSection
          {...sections.of('contact')}
          title="Contact"
          done={{ text: 'Contact', note: value.contact.phone }}
        >
          <ContactFields {...parts} />
        </FormSection>
        <FormSection
          {...sections.of('next_of_kin')}
          title="Next of kin"
          done={{ text: 'Next of kin', note: value.next_of_kin.full_name }}
        >
          <NextOfKinFields {...parts} />
        </FormSection>
        <Insurance ways={other === undefined ? [booking] : [booking, other]} {...parts} />
        {open && <ReturnTripOffer booking={booking} />}
      </Page>
    </form>
  )
}

/** The form: its text, the errors at its fields, its sections, and what its button does. */
function useTravellers(booking: Booking, other: Booking | undefined) {
  const draft = useTravellersDraft(booking)
  const { submit: send, errors, ...sending } = useSending(booking, other, draft)
  /** The sections that the person had visited at the last try to send. */
  const [checked, setChecked] = useState<readonly string[]>([])
  const { change, value } = draft
  const own = (all: FieldErrors) => dropSharedFieldErrors(booking, value, all)
  const faults = own(findSchemaErrors(PassengersInput, makePassengersInput(booking, value, other)))
  const left = useFieldChecks(() => faults)
  const visible = selectVisibleErrors(booking, { errors: own(errors), faults, checked })
  const parts = { form: value, change, errors: { ...left.errors, ...visible } }
  const sections = useFormSections(listSections(booking, faults, parts.errors), draft.is_ready)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sections.goToNext(sending.form.current)) return
    setChecked(sections.visited)
    send()
  }
  return { ...sending, draft, left, parts, sections, submit }
}

/** Returns the errors without what is missing in sections that are not `checked`. */
function selectVisibleErrors(
  booking: Booking,
  all: { errors: FieldErrors; faults: FieldErrors; checked: readonly string[] },
): FieldErrors {
  const hidden = listSectionNames(booking).filter((name) => !all.checked.includes(name))
  const isHidden = (path: string) =>
    path in all.faults && hidden.some((name) => path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(all.errors).filter(([path]) => !isHidden(path)))
}

const listSectionNames = (booking: Booking) => [
  ...booking.seats.map((_, index) => `passengers.${index}`),
  'contact',
  'next_of_kin',
]

/** Returns the words on the button; `next`: the section that it leads to. */
function labelNext(booking: Booking, next: string | undefined): string {
  if (next === undefined) return 'Go to payment'
  if (next === 'contact') return 'Next: contact'
  if (next === 'next_of_kin') return 'Next: next of kin'
  return `Next: seat ${booking.seats[listSectionNames(booking).indexOf(next)]}`
}

/**
 * Returns the sections of the form in their order. `faults`: all current errors. `errors`: those that are displayed.
 */
function listSections(booking: Booking, faults: FieldErrors, errors: FieldErrors): SectionStatus[] {
  const isIn = (name: string, all: FieldErrors) =>
    Object.keys(all).some((path) => path.startsWith(`${name}.`))
  return listSectionNames(booking).map((name) => ({
    name,
    isDone: !isIn(name, faults),
    hasError: isIn(name, errors),
  }))
}

/** Sends the form, and saves the travellers that are marked for next time, for which the payment does not wait. */
function useSending(booking: Booking, other: Booking | undefined, draft: Draft<PassengersDraft>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useForm(PassengersInput, {
    draft,
    read: (form) => makePassengersInput(booking, form, other),
    send: async (input) => {
      const next = await setBookingTravellers(input)
      const marked = Object.values(draft.value.passengers).filter(({ save }) => save === true)
      void saveTravellers(queries, marked)
      return next
    },
    done: (next, isStillHere) => {
      storeBooking(queries, next)
      if (isStillHere()) void navigate(`/bookride/pay?booking=${booking.reference}`)
    },
  })
}

/** Says above the button why the form was not accepted. */
function Problem({ error }: { error: Error | null }) {
  if (error === null) return null
  const title = describeError(error, offline)
  return (
    <div className={styles.problem}>
      <Notice tone="danger" live="assertive" title={title} actions={makeLoginAction(error)}>
        Nothing you typed is lost.
      </Notice>
    </div>
  )
}

const offline = 'No network. Your details stay on this phone. Try again when the network is back.'

function Travellers({
  booking,
  form,
  change,
  errors,
  types,
  sections,
}: FormPartProps & {
  booking: Booking
  types: readonly PassengerType[]
  sections: ReturnType<typeof useFormSections>
}) {
  const user = useUser()
  const saved = useQuery({ ...listTravellersQuery, enabled: user !== undefined }).data
  const isElsewhere = (seat: number, name: string) =>
    booking.seats.some((one) => one !== seat && form.passengers[one]?.full_name === name)
  return booking.seats.map((seat, index) => {
    const value = form.passengers[seat] ?? emptyPassenger
    return (
      <FormSection
        key={seat}
        {...sections.of(`passengers.${index}`)}
        label={`Traveller on seat ${seat}`}
        title={`Seat ${seat}`}
        done={{ text: value.full_name, note: `Seat ${seat}` }}
      >
        <PassengerFields
          seat={seat}
          index={index}
          value={value}
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
      </FormSection>
    )
  })
}

/** Offers travel insurance. If the operator insures its passengers in both directions, says so instead. */
function Insurance({ ways, form, change, errors }: FormPartProps & { ways: readonly Booking[] }) {
  if (!ways.some(isInsurable))
    return <p className={styles.soft}>In the fare: {ways[0]?.insurer} covers you on this trip.</p>
  return (
    <Card label="Insurance">
      <CheckField
        label={`Travel insurance, ${formatNaira(insuranceKobo)} a seat`}
        hint="Pays for injury on this trip. Leave it off if you have cover."
        error={errors['insurance']}
        checked={form.insurance}
        onChange={(insurance) => change((before) => ({ ...before, insurance }))}
      />
    </Card>
  )
}
