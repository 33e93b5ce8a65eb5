import { parseNaira } from '#contract/money'
import { findDraftRequirements, findChosenSize, type ParcelLists } from '#contract/parcels/choice'
import { findChosenRoute } from './parcel-choice.ts'
import type { ParcelData } from './parcel-draft.ts'

/** Returns an error for each required choice that is missing, and for a value that cannot be read, by field. */
export function findParcelErrors(parcel: ParcelData, lists: ParcelLists): Record<string, string> {
  const [size, value] = [findChosenSize(parcel, lists), parcel.value.trim()]
  const value_kobo = parseNaira(value)
  const counter = ({ at, location }: ParcelData['drop_off']) => at === 'park' && location === ''
  return {
    ...(findChosenRoute(parcel, lists) === undefined && {
      [parcel.from === '' ? 'from' : 'to']: 'Choose a city.',
    }),
    ...(counter(parcel.drop_off) && { 'drop_off.location': 'Choose a counter.' }),
    ...(counter(parcel.pick_up) && { 'pick_up.location': 'Choose a counter.' }),
    ...(size === undefined && { size: 'Choose a size that fits.' }),
    ...(parcel.type === '' && { type: 'Choose what it is.' }),
    ...(value !== '' &&
      value_kobo === undefined && { declared_value_kobo: 'Enter naira, like 25,000.' }),
    ...(findDraftRequirements(parcel).needs_value &&
      !((value_kobo ?? 0) > 0) && { declared_value_kobo: 'Enter what it is worth, in naira.' }),
  }
}
