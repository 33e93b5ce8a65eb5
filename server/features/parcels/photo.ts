import type {
  getClaimPhoto as getClaimPhotoPromise,
  getOperatorClaimPhoto as getOperatorClaimPhotoPromise,
} from '#contract/claims'
import type { Input } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { getParcelPhoto as getParcelPhotoPromise } from '#contract/parcels'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { callingOperator } from '#server/features/operators'
import { callerOf } from '#server/features/accounts'
import { newId } from '#server/ids'
import { readPhoto } from '#server/photos'
import { findClaimPhoto, findParcelPhoto, insertPhoto } from './photo-repository.ts'

/** A photo as it was sent, and whose it becomes. `field` names the input a refusal points at. */
export interface SentPhoto {
  parcel_id: string
  /** Null: of the parcel itself. */
  claim_id: string | null
  /** From 1 on. */
  number: number
  jpeg_base64: string
  field: string
}

/** Keeps a photo as `readPhoto` makes it; throws what that throws. */
export async function keepPhoto(db: Db, photo: SentPhoto): Promise<void> {
  const { parcel_id, claim_id, number, jpeg_base64, field } = photo
  const jpeg = await readPhoto(jpeg_base64, field)
  await insertPhoto(db, { id: newId(), parcel_id, claim_id, number, jpeg })
}

const noPhoto = () => refuse('not_found')

/** The photo of the caller's parcel. Throws `not_found` without one. */
export async function getParcelPhoto(ctx: Context, input: Input<typeof getParcelPhotoPromise>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const body = await findParcelPhoto(ctx.db, { tracking_id, user_id: callerOf(ctx).user_id })
  if (body === undefined) throw noPhoto()
  return { body, file_name: `parcel-${tracking_id}.jpg` }
}

/** A photo of a claim about the caller's parcel. Throws `not_found`. */
export async function getClaimPhoto(ctx: Context, input: Input<typeof getClaimPhotoPromise>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const number = Number(input.number)
  const asked = { id: input.id, number, tracking_id, user_id: callerOf(ctx).user_id }
  const body = await findClaimPhoto(ctx.db, asked)
  if (body === undefined) throw noPhoto()
  return { body, file_name: `claim-${tracking_id}-${number}.jpg` }
}

/** A photo of a claim about a parcel that the calling operator carries. Throws `not_found`. */
export async function getOperatorClaimPhoto(
  ctx: Context,
  { id, number }: Input<typeof getOperatorClaimPhotoPromise>,
) {
  const { operator_id } = callingOperator(ctx)
  const body = await findClaimPhoto(ctx.db, { id, number: Number(number), operator_id })
  if (body === undefined) throw noPhoto()
  return { body, file_name: `claim-${number}.jpg` }
}
