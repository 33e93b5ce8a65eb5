import type { Booking } from '#contract/bookings/model'
import type { User } from '#contract/profile/model'
import { shareOfFare } from '#contract/fare'
import type { PassengerType } from '#contract/lookups/model'
import { isInsurable } from '#contract/bookings/insurance'
import { type Fare, type FareLine, insuranceKobo } from '#contract/money'
import { showPhone } from '#lib/format'

/** The typed details of one traveller; phones as typed. `save`: for next time. */
export interface PassengerDraft {
  full_name: string
  gender: string
  passenger_type: string
  phone: string
  address: string
  save?: boolean
}

/**
 * The whole form as it is kept on the phone. A contact without a name is the first traveller; a traveller without an
 * address has the first one's.
 */
export interface FormDraft {
  passengers: Record<number, PassengerDraft>
  contact: { full_name: string; phone: string; email: string }
  next_of_kin: { full_name: string; phone: string; relationship: string }
  insurance: boolean
}

export const emptyPassenger: PassengerDraft = {
  full_name: '',
  gender: '',
  passenger_type: 'adult',
  phone: '',
  address: '',
}

export const emptyForm: FormDraft = {
  passengers: {},
  contact: { full_name: '', phone: '', email: '' },
  next_of_kin: { full_name: '', phone: '', relationship: '' },
  insurance: false,
}

/** An empty form; who is logged in finds their own phone, email and next of kin in it. */
export function newForm(user: User | undefined): FormDraft {
  if (user === undefined) return emptyForm
  const { phone, email, default_kin: kin } = user
  return {
    ...emptyForm,
    contact: { full_name: '', phone: shown(phone), email: email ?? '' },
    next_of_kin: kin === null ? emptyForm.next_of_kin : { ...kin, phone: shown(kin.phone) },
  }
}

const shown = (phone: string | null) => (phone === null ? '' : showPhone(phone))

/** The form as the server last heard it, for a phone that has no draft of it. */
export function formOf(booking: Booking): FormDraft {
  const [seat] = booking.seats
  const first = booking.passengers.find((one) => one.seat === seat)
  const { contact, next_of_kin: kin } = booking
  return {
    passengers: Object.fromEntries(
      booking.passengers.map((one) => [
        one.seat,
        {
          full_name: one.full_name,
          gender: one.gender,
          passenger_type: one.passenger_type,
          phone: shown(one.phone),
          address: one !== first && one.address === first?.address ? '' : one.address,
        },
      ]),
    ),
    contact:
      contact === null
        ? emptyForm.contact
        : {
            full_name: contact.full_name === first?.full_name ? '' : contact.full_name,
            phone: shown(contact.phone),
            email: contact.email ?? '',
          },
    next_of_kin: kin === null ? emptyForm.next_of_kin : { ...kin, phone: shown(kin.phone) },
    insurance: booking.insurance,
  }
}

/**
 * The form as the server takes it. Errors are keyed by the path in it (`passengers.0.phone`), as the server's own
 * are, so that both land on the same field.
 */
export function readForm(booking: Booking, form: FormDraft) {
  const { contact, next_of_kin, insurance } = form
  const drafts = booking.seats.map((seat) => ({
    ...(form.passengers[seat] ?? emptyPassenger),
    seat,
  }))
  const [first = emptyPassenger] = drafts
  // Field by field: a draft may still hold more of a booking than the server takes.
  const passengers = drafts.map(({ seat, full_name, gender, passenger_type, phone, address }) => ({
    seat,
    full_name,
    gender,
    passenger_type,
    address: address.trim() === '' ? first.address : address,
    ...(phone.trim() !== '' && { phone }),
  }))
  const full_name = contact.full_name.trim() === '' ? first.full_name : contact.full_name
  const email = contact.email.trim()
  return {
    reference: booking.reference,
    passengers,
    contact: { full_name, phone: contact.phone, ...(email !== '' && { email }) },
    next_of_kin,
    insurance,
  }
}

/** The form of one booking for the seats of another: seat by seat, in their order. */
export function onSeatsOf(
  other: Pick<Booking, 'seats'>,
  booking: Pick<Booking, 'seats'>,
  form: FormDraft,
): FormDraft {
  const seated = other.seats.map((seat, index) => [
    seat,
    form.passengers[booking.seats[index] ?? 0] ?? emptyPassenger,
  ])
  return { ...form, passengers: Object.fromEntries(seated) }
}

/** The fare with the form's travellers and insurance, as the server will price it. */
export function fareWith(booking: Booking, form: FormDraft, types: readonly PassengerType[]): Fare {
  if (types.length === 0) return booking.fare
  const { seats, fare } = booking
  const before = fare.lines.filter(({ code }) => code === 'seat')
  const percentOf = (label: string) => types.find(({ name }) => name === label)?.fare_percent ?? 100
  const whole_kobo = Math.max(
    ...before.map((line) => (line.unit_kobo * 100) / percentOf(line.label)),
  )
  const lineOf = (code: FareLine['code'], label: string, quantity: number, unit_kobo: number) =>
    quantity === 0 ? [] : [{ code, label, quantity, unit_kobo, amount_kobo: unit_kobo * quantity }]
  const typed = seats.map((seat) => (form.passengers[seat] ?? emptyPassenger).passenger_type)
  const lines = [
    ...types.flatMap(({ code, name, fare_percent }) =>
      lineOf(
        'seat',
        name,
        typed.filter((one) => one === code).length,
        shareOfFare(whole_kobo, fare_percent),
      ),
    ),
    ...fare.lines.filter(({ code }) => code !== 'seat' && code !== 'insurance'),
    ...(form.insurance && isInsurable(booking)
      ? lineOf('insurance', 'Travel insurance', seats.length, insuranceKobo)
      : []),
  ]
  return { lines, total_kobo: lines.reduce((sum, line) => sum + line.amount_kobo, 0) }
}
