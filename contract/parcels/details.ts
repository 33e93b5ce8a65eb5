import * as z from 'zod/mini'
import { text } from '#contract/shapes'

/** Characters: as much as the printed waybill has room for. */
const mostOfNote = 60

/** Optional details that a sender may add to a parcel. */
export const ParcelDetails = z.strictObject({ note: z.optional(text(1, mostOfNote)) })

export type ParcelDetails = z.output<typeof ParcelDetails>

/** The same in answers: null where nothing was added, and once it was forgotten. */
export const ShownDetails = z.object({ note: z.nullable(z.string()) })

/** How the form asks for each; summary and parcel show it under the same label. `most`: characters. */
const words: Record<keyof ParcelDetails, { label: string; hint: string; most: number }> = {
  note: {
    label: 'Note',
    hint: 'For the counter and the driver, like: keep upright',
    most: mostOfNote,
  },
}

/** The fields of a form, in their order. */
export const detailFields = Object.entries(words).map(([name, field]) => ({
  name: name as keyof ParcelDetails,
  ...field,
}))

/** The details of a parcel by label; empty for one that was not added. */
export const detailsOf = (said: { [name in keyof ParcelDetails]?: string | null | undefined }) =>
  detailFields.map(({ name, label }) => [label, said[name] ?? ''] as const)
