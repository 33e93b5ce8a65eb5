import type { Booking } from '#contract/bookings/model'
import type { Traveller, User } from '#contract/profile/model'
import { priceFare, type Fare, type FareLine } from '#contract/fare'
import type { PassengerType } from '#contract/lookups/model'
import { isInsurable } from '#contract/bookings/rules'
import { makeDraftOfPerson, makeTravellerInput } from '#features/profile'
import type { FieldErrors } from '#lib/use-field-checks'

/**
 * The typed details of one traveller and of the baby on their lap. Phones are as typed. `save`: store them for next
 * time.
 */
export interface PassengerDraft {
  full_name: string
  gender: string
  passenger_type: string
  phone: string
  address: string
  infant_name?: string | null | undefined
  save?: boolean
}

/**
 * The form as it is stored on the phone, travellers by seat. A contact without a name has the name of the first
 * traveller. A traveller without an address has the address of the first one.
 */
export interface PassengersDraft {
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

/** Returns a draft with the details of a saved traveller, who need not be saved again. */
export const makePassengerDraft = (one: Traveller): PassengerDraft => ({
  ...makeDraftOfPerson(one),
  save: false,
})

export const emptyPassengersDraft: PassengersDraft = {
  passengers: {},
  contact: { full_name: '', phone: '', email: '' },
  next_of_kin: { full_name: '', phone: '', relationship: '' },
  insurance: false,
}

/** Returns an empty form, with the phone, email and next of kin of a logged-in user. */
export function makePassengersDraft(user: User | undefined): PassengersDraft {
  if (user === undefined) return emptyPassengersDraft
  const { email, default_kin: kin } = user
  return {
    ...emptyPassengersDraft,
    contact: { full_name: '', phone: makeDraftOfPerson(user).phone, email: email ?? '' },
    next_of_kin: kin === null ? emptyPassengersDraft.next_of_kin : makeDraftOfPerson(kin),
  }
}

/** Returns the form filled in with the booking's data from the server, for a phone without a draft. */
export function makeFormFromBooking(booking: Booking): PassengersDraft {
  const [seat] = booking.seats
  const first = booking.passengers.find((one) => one.seat === seat)
  const { contact, next_of_kin: kin } = booking
  return {
    passengers: Object.fromEntries(
      booking.passengers.map((one) => [
        one.seat,
        {
          ...makeDraftOfPerson(one),
          address: one !== first && one.address === first?.address ? '' : one.address,
        },
      ]),
    ),
    contact:
      contact === null
        ? emptyPassengersDraft.contact
        : {
            ...makeDraftOfPerson(contact),
            full_name: contact.full_name === first?.full_name ? '' : contact.full_name,
            email: contact.email ?? '',
          },
    next_of_kin: kin === null ? emptyPassengersDraft.next_of_kin : makeDraftOfPerson(kin),
    insurance: booking.insurance,
  }
}

/**
 * Converts the form to the input of `setPassengers`. Errors of the form have the same paths as those of the server
 * (`passengers.0.phone`), so that both appear beside the same field. `other`: the other direction of a return trip.
 * Insurance that neither direction offers is left out: a draft may have been carried over from a booking that did.
 */
export function makePassengersInput(booking: Booking, form: PassengersDraft, other?: Booking) {
  const { contact, next_of_kin } = form
  const drafts = booking.seats.map((seat) => ({
    ...(form.passengers[seat] ?? emptyPassenger),
    seat,
  }))
  const [first = emptyPassenger] = drafts
  // `makeTravellerInput` copies each field by name, because a draft may contain more than the server accepts.
  const passengers = drafts.map(({ seat, infant_name, ...one }) => ({
    ...makeTravellerInput({ ...one, address: one.address.trim() || first.address }),
    seat,
    ...(infant_name?.trim() && { infant_name }),
  }))
  const full_name = contact.full_name.trim() || first.full_name
  const email = contact.email.trim()
  return {
    reference: booking.reference,
    passengers,
    contact: { full_name, phone: contact.phone, ...(email !== '' && { email }) },
    next_of_kin,
    insurance: form.insurance && [booking, other].some((way) => way && isInsurable(way)),
  }
}

/**
 * Returns the errors except those of fields that were left empty because the first traveller's text counts for them:
 * the name of the contact, and the address of other travellers.
 */
export function dropSharedFieldErrors(
  { seats }: Pick<Booking, 'seats'>,
  { contact, passengers }: PassengersDraft,
  errors: FieldErrors,
): FieldErrors {
  const isShared = (path: string) => {
    const [part, index, field] = path.split('.')
    if (part === 'contact') return index === 'full_name' && contact.full_name.trim() === ''
    const seat = seats[Number(index)] ?? 0
    return field === 'address' && index !== '0' && !passengers[seat]?.address.trim()
  }
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isShared(path)))
}

/**
 * Returns `form`, typed for `booking`, for the seats of `other`: the first traveller gets the first seat, and so on.
 */
export function copyFormToSeats(
  other: Pick<Booking, 'seats'>,
  booking: Pick<Booking, 'seats'>,
  form: PassengersDraft,
): PassengersDraft {
  const seated = other.seats.map((seat, index) => [
    seat,
    form.passengers[booking.seats[index] ?? 0] ?? emptyPassenger,
  ])
  return { ...form, passengers: Object.fromEntries(seated) }
}

/**
 * Returns the fare for the travellers and insurance in the form, as the server will calculate it. Returns the booking's
 * own fare until `types` are loaded.
 */
export function computeFare(
  booking: Booking,
  form: PassengersDraft,
  types: readonly PassengerType[],
): Fare {
  const { seats, fare } = booking
  if (types.length === 0) return fare
  const unitsOf = (of: FareLine['code'], per: (line: FareLine) => number) =>
    fare.lines.filter(({ code }) => code === of).map((line) => line.unit_kobo / per(line))
  const shareOf = ({ label }: FareLine) =>
    (types.find(({ name }) => name === label)?.fare_percent ?? 100) / 100
  const [park_fee_kobo = 0] = unitsOf('park_fee', () => 1)
  const priced = seats.flatMap((seat) => {
    const { passenger_type } = form.passengers[seat] ?? emptyPassenger
    const type = types.find(({ code }) => code === passenger_type)
    return type ? [{ label: type.name, fare_percent: type.fare_percent }] : []
  })
  const whole_kobo = Math.max(...unitsOf('seat', shareOf))
  return priceFare(whole_kobo, park_fee_kobo, priced, form.insurance && isInsurable(booking))
}
