import { formatPhone } from '#contract/phone'

/** A traveller as a person types them, with the phone number as typed. */
export interface TravellerDraft {
  full_name: string
  gender: string
  passenger_type: string
  phone: string
  address: string
}

/** A next of kin as typed. */
export interface KinDraft {
  full_name: string
  phone: string
  relationship: string
}

export const emptyTraveller: TravellerDraft = {
  full_name: '',
  gender: '',
  passenger_type: 'adult',
  phone: '',
  address: '',
}

export const emptyKin: KinDraft = { full_name: '', phone: '', relationship: '' }

/** Returns a saved person as a draft, with the phone number as they would type it. */
export const makeDraftOfPerson = <Person extends { phone: string | null }>(one: Person) => ({
  ...one,
  phone: one.phone === null ? '' : formatPhone(one.phone),
})

/** Returns the typed traveller as input for saving them, without the phone number if none is typed. */
export const makeTravellerInput = ({ phone, ...rest }: TravellerDraft) => ({
  full_name: rest.full_name,
  gender: rest.gender,
  passenger_type: rest.passenger_type,
  address: rest.address,
  ...(phone.trim() !== '' && { phone }),
})

/** Returns the default next of kin as input; null if empty. */
export const makeKinInput = (draft: KinDraft) =>
  Object.values(draft).every((text) => text.trim() === '') ? null : draft
