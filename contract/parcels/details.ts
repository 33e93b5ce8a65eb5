import * as z from 'zod/mini'
import { text } from '#contract/shapes'

/** As much as a waybill has room for. */
const mostOfNote = 60

/** What a sender may say of a parcel besides; nobody has to. */
export const ParcelDetails = z.strictObject({ note: z.optional(text(1, mostOfNote)) })

export type ParcelDetails = z.output<typeof ParcelDetails>

/** The same as it is shown: null where nothing was said, or once it was forgotten. */
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

/** What was said, by its label; empty words for what was not. */
export const detailsOf = (said: { [name in keyof ParcelDetails]?: string | null | undefined }) =>
  detailFields.map(({ name, label }) => [label, said[name] ?? ''] as const)
