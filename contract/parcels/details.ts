import * as z from 'zod/mini'
import { text } from '#contract/shapes'

/** Characters that fit on the printed waybill. */
const mostOfNote = 60

/** Optional details that a sender may add to a parcel. */
export const ParcelDetails = z.strictObject({ note: z.optional(text(1, mostOfNote)) })

export type ParcelDetails = z.output<typeof ParcelDetails>

/** Details in answers: null if there are none, and after their retention. */
export const ShownDetails = z.object({ note: z.nullable(z.string()) })

/** Label and hint of each field; the label is also used in summary and parcel. `most`: characters. */
const words: Record<keyof ParcelDetails, { label: string; hint: string; most: number }> = {
  note: {
    label: 'Note',
    hint: 'For the counter and the driver, like: keep upright',
    most: mostOfNote,
  },
}

/** The fields of the form, in order. */
export const detailFields = Object.entries(words).map(([name, field]) => ({
  name: name as keyof ParcelDetails,
  ...field,
}))

/** The details of a parcel by label, without empty ones. */
export const detailsOf = (said: { [name in keyof ParcelDetails]?: string | null | undefined }) =>
  detailFields.map(({ name, label }) => [label, said[name] ?? ''] as const)
