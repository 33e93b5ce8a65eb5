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

/** The parcel as chosen: codes from our lists (cities for the route), with measures and naira as typed. */
export interface ParcelData {
  from: string
  to: string
  drop_off: ParcelEnd
  pick_up: ParcelEnd
  /** The code of a size, or `own` for custom measures in centimetres and kilograms. */
  size: string
  length: string
  width: string
  height: string
  weight: string
  type: string
  add_ons: string[]
  value: string
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
export function useParcel(start: Partial<ParcelData> = {}) {
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
