import { phoneSentence, readPhone } from '#contract/phone'
import { type Booking, PassengersInput } from '#contract/bookings/model'
import { type setPassengers } from '#contract/bookings/endpoints'
import type { User } from '#contract/profile/model'
import type { CallInput } from '#lib/api'
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

type Sent = CallInput<typeof setPassengers>
export type FieldErrors = Record<string, string>

/**
 * Turns the form into what the server takes. Errors are keyed by the field's path (`passengers.0.phone`),
 * as the server's own are, so that both land on the same field.
 */
export function readForm(
  booking: Booking,
  form: FormDraft,
): { input: Sent } | { errors: FieldErrors } {
  const badPhones: FieldErrors = {}
  function phone(path: string, written: string): string | undefined {
    if (written.trim() === '') return undefined
    const number = readPhone(written)
    if (number === undefined) badPhones[path] = phoneSentence
    return number
  }
  const passengers = booking.seats.map((seat, index) => {
    const { phone: written, ...rest } = form.passengers[seat] ?? emptyPassenger
    const number = phone(`passengers.${index}.phone`, written)
    return {
      full_name: rest.full_name,
      gender: rest.gender,
      passenger_type: rest.passenger_type,
      address: rest.address,
      seat,
      ...(number && { phone: number }),
    }
  })
  const contactPhone = phone('contact.phone', form.contact.phone)
  const kinPhone = phone('next_of_kin.phone', form.next_of_kin.phone)
  const email = form.contact.email.trim()
  const input = {
    reference: booking.reference,
    passengers,
    contact: {
      full_name: form.contact.full_name,
      phone: contactPhone ?? '',
      ...(email !== '' && { email }),
    },
    next_of_kin: { ...form.next_of_kin, phone: kinPhone ?? '' },
    insurance: form.insurance,
  }
  const checked = PassengersInput.safeParse(input)
  if (checked.success && Object.keys(badPhones).length === 0) return { input: checked.data }
  const errors: FieldErrors = {}
  for (const issue of checked.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return { errors: { ...errors, ...badPhones } }
}

/** Errors of the fields that nobody has changed since they were found in `form`. */
export function stillWrong(
  booking: Booking,
  { errors, form }: { errors: FieldErrors; form: FormDraft },
  now: FormDraft,
): FieldErrors {
  const same = (path: string) => valueAt(booking, form, path) === valueAt(booking, now, path)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => same(path)))
}

/** What stands in the field that an error's path names, like `passengers.0.phone`. */
function valueAt(booking: Booking, form: FormDraft, path: string): unknown {
  const [room = '', ...rest] = path.split('.')
  const part =
    room === 'passengers'
      ? (form.passengers[booking.seats[Number(rest.shift())] ?? 0] ?? emptyPassenger)
      : form[room as keyof FormDraft]
  return typeof part === 'object' ? part[(rest[0] ?? '') as keyof typeof part] : part
}
