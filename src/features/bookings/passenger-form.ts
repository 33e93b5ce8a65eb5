import type { Booking } from '#contract/bookings/model'
import type { User } from '#contract/profile/model'
import { showPhone } from '#lib/format'

/** What a person types about one traveller; phones as she writes them. `save`: for next time. */
export interface PassengerDraft {
  full_name: string
  gender: string
  passenger_type: string
  phone: string
  address: string
  save?: boolean
}

/** The whole form as it is kept on the phone. */
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

/** An empty form; who is logged in finds her own addresses and next of kin in it. */
export function newForm(user: User | undefined): FormDraft {
  if (user === undefined) return emptyForm
  const { full_name, phone, email, default_kin: kin } = user
  return {
    ...emptyForm,
    contact: { full_name, phone: shown(phone), email: email ?? '' },
    next_of_kin: kin === null ? emptyForm.next_of_kin : { ...kin, phone: shown(kin.phone) },
  }
}

const shown = (phone: string | null) => (phone === null ? '' : showPhone(phone))

/** The form as the server last heard it, for a phone that has no draft of it. */
export function formOf(booking: Booking): FormDraft {
  return {
    passengers: Object.fromEntries(
      booking.passengers.map((one) => [one.seat, { ...one, phone: one.phone ?? '' }]),
    ),
    contact: { ...(booking.contact ?? emptyForm.contact), email: booking.contact?.email ?? '' },
    next_of_kin: booking.next_of_kin ?? emptyForm.next_of_kin,
    insurance: booking.insurance,
  }
}

/**
 * The form as the server takes it. Errors are keyed by the path in it (`passengers.0.phone`), as the server's own
 * are, so that both land on the same field.
 */
export function readForm(booking: Booking, form: FormDraft) {
  const { contact, next_of_kin, insurance } = form
  const passengers = booking.seats.map((seat) => {
    const { save: _save, phone, ...rest } = form.passengers[seat] ?? emptyPassenger
    return { ...rest, seat, ...(phone.trim() !== '' && { phone }) }
  })
  const email = contact.email.trim()
  return {
    reference: booking.reference,
    passengers,
    contact: { full_name: contact.full_name, phone: contact.phone, ...(email !== '' && { email }) },
    next_of_kin,
    insurance,
  }
}
