import * as z from 'zod/mini'
import { text } from '#contract/shapes'
import { maxNoteLength } from './rules.ts'

/** Optional details that a sender may add to a parcel. */
export const ParcelDetails = z.strictObject({ note: z.optional(text(1, maxNoteLength)) })

/** The details in answers: null if there are none, and after their retention. */
export const ParcelDetailsView = z.object({ note: z.nullable(z.string()) })

export type ParcelDetails = z.output<typeof ParcelDetails>
