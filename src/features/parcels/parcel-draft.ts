import type { GoodsDraft } from '#contract/parcels/choice'
import { read, write } from '#lib/device'
import { useState } from 'react'

/**
 * One end of the route, where the parcel is accepted or delivered. `location` is the code of a counter, empty until
 * chosen.
 */
interface ParcelEnd {
  at: 'park' | 'door'
  location: string
}

/** The parcel as chosen and typed. `from`, `to`: the codes of cities. */
export interface ParcelData extends GoodsDraft {
  from: string
  to: string
  drop_off: ParcelEnd
  pick_up: ParcelEnd
  add_ons: string[]
}

const emptyParcel: ParcelData = {
  from: '',
  to: '',
  drop_off: { at: 'park', location: '' },
  pick_up: { at: 'park', location: '' },
  size: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  type: '',
  add_ons: [],
  value: '',
}

/** Returns the draft of a parcel, which is stored on the phone with every change. A new one begins with `start`. */
export function useParcelDraft(start: Partial<ParcelData> = {}) {
  const [parcel, setParcel] = useState<ParcelData>(() => ({
    ...emptyParcel,
    ...(read('current_parcel_data') ?? start),
  }))
  function change(part: Partial<ParcelData>): void {
    const after = { ...parcel, ...part }
    setParcel(after)
    write('current_parcel_data', after)
  }
  return [parcel, change] as const
}
