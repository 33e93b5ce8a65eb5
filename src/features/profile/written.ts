import type { NextOfKinInput } from '#contract/bookings'
import type { addTraveller } from '#contract/profile'
import { CallError, type CallInput } from '#lib/api'
import { readPhone } from '#lib/format'
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
export async function phoneOf(written: string, field: string): Promise<string | undefined> {
  if (written.trim() === '') return undefined
  const number = await readPhone(written)
  if (number !== undefined) return number
  const words = 'Write the phone number like 0803 123 4567.'
  throw new CallError({ code: 'invalid_input', fields: { [field]: words }, detail: words })
}

/** What the server takes for a saved traveller; it says itself what is missing. */
export async function readTraveller(draft: TravellerDraft): Promise<TravellerInput> {
  const phone = await phoneOf(draft.phone, 'phone')
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
export async function readKin(draft: KinDraft): Promise<z.input<typeof NextOfKinInput> | null> {
  if (Object.values(draft).every((text) => text.trim() === '')) return null
  const phone = (await phoneOf(draft.phone, 'default_kin.phone')) ?? ''
  return { ...draft, phone } as z.input<typeof NextOfKinInput>
}
