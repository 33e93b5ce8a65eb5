import * as z from 'zod/mini'
import { text } from '#contract/shapes'
import { maxParcelNoteLength } from './rules.ts'

/** Optional details that a sender may add to a parcel. */
export const ParcelDetails = z.strictObject({ note: z.optional(text(1, maxParcelNoteLength)) })

/**
 * The optional details of a parcel as answers contain them. A detail is null if the sender gave none, and after its
 * retention.
 */
export const ParcelDetailsView = z.object({ note: z.nullable(z.string()) })

export type ParcelDetails = z.output<typeof ParcelDetails>
