import type { CounterMeans } from '#contract/counter/rules'

const emptyWalkIn = {
  full_name: '',
  gender: '',
  passenger_type: 'adult',
  phone: '',
  address: '',
  infant_name: '',
}

/** What a clerk types for one traveller. */
export type WalkInDraft = typeof emptyWalkIn

const emptyKin = { full_name: '', phone: '', relationship: '' }

/** What a clerk types for the next of kin. */
export type KinDraft = typeof emptyKin

/** What a clerk types for a sale of seats. */
export interface SaleDraft {
  travellers: readonly WalkInDraft[]
  kin: KinDraft
  means: CounterMeans
}

export const emptySale: SaleDraft = { travellers: [], kin: emptyKin, means: 'cash' }

/** What a form needs to know about a type of traveller. */
export interface TravellerType {
  code: string
  name: string
}

const filled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** `index`: the position of the seat among the chosen ones. All fields are empty if nothing was typed. */
export const getWalkInAt = ({ travellers }: SaleDraft, index: number): WalkInDraft =>
  travellers[index] ?? emptyWalkIn

/**
 * Returns what was typed for these seats as the input of a sale. Empty fields are omitted; the manifest lists what is
 * missing.
 */
export function makeSaleInput(text: SaleDraft, seats: readonly number[]) {
  const kin = filled(text.kin)
  return {
    means: text.means,
    passengers: seats.map((seat, index) => {
      const { phone, address, infant_name, ...needed } = getWalkInAt(text, index)
      return { seat, ...needed, ...filled({ phone, address, infant_name }) }
    }),
    ...(Object.keys(kin).length > 0 && { next_of_kin: { ...emptyKin, ...kin } }),
  }
}
