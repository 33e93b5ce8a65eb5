import { phoneSentence, readPhone } from '#contract/phone'
import type { NextOfKinInput } from '#contract/bookings/model'
import type { addTraveller } from '#contract/profile/endpoints'
import { CallError, type CallInput } from '#lib/api'
import type * as z from 'zod/mini'

export type TravellerInput = CallInput<typeof addTraveller>

/** A traveller as a person types her; the phone as she writes it. */
export interface TravellerDraft {
  full_name: string
  gender: string
  passenger_type: string
  phone: string
  address: string
}

/** A next of kin in the same way. */
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

/** A phone number in E.164, or undefined for nothing written. Throws with the field's name if it is none. */
export function phoneOf(written: string, field: string): string | undefined {
  if (written.trim() === '') return undefined
  const number = readPhone(written)
  if (number !== undefined) return number
  throw new CallError({
    code: 'invalid_input',
    fields: { [field]: phoneSentence },
    detail: phoneSentence,
  })
}

/** What the server takes for a saved traveller; it says itself what is missing. */
export function readTraveller(draft: TravellerDraft): TravellerInput {
  const phone = phoneOf(draft.phone, 'phone')
  const { full_name, gender, passenger_type, address } = draft
  return {
    full_name,
    gender: gender as TravellerInput['gender'],
    passenger_type,
    address,
    ...(phone && { phone }),
  }
}

/** What the server takes for the default next of kin; null when all of it is empty. */
export function readKin(draft: KinDraft): z.input<typeof NextOfKinInput> | null {
  if (Object.values(draft).every((text) => text.trim() === '')) return null
  const phone = phoneOf(draft.phone, 'default_kin.phone') ?? ''
  return { ...draft, phone } as z.input<typeof NextOfKinInput>
}
