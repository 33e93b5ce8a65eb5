import { type Endpoint, type Input, makeCallUrl } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type {
  getParcelPhoto as getParcelPhotoEndpoint,
  getClaimPhoto as getClaimPhotoEndpoint,
  getOperatorClaimPhoto as getOperatorClaimPhotoEndpoint,
  getStaffClaimPhoto as getStaffClaimPhotoEndpoint,
} from '#contract/parcels/endpoints'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { deskActorChecks } from '#server/rooms/operators'
import { requireUser } from '#server/rooms/accounts'
import { makeId } from '#server/platform/ids'
import { resizePhoto } from '#server/platform/photos'
import { findClaimPhoto, findParcelPhoto, insertParcelPhoto } from './photo-repository.ts'

/** Stores a parcel's photo, which `reencodePhoto` must have encoded. */
export async function storeParcelPhoto(db: Db, parcel_id: string, jpeg: Buffer): Promise<void> {
  await insertParcelPhoto(db, { id: makeId(), parcel_id, claim_id: null, number: 1, jpeg })
}

/** Returns the path of a photo, without `/api`. */
export const makeParcelPhotoPath = (endpoint: Endpoint, input: Record<string, string>): string =>
  makeCallUrl(endpoint, input).slice('/api'.length)

const noPhoto = () => makeRefusal('not_found')

/** Returns the photo of the caller's parcel. Throws `not_found`. */
export async function getParcelPhoto(ctx: Context, input: Input<typeof getParcelPhotoEndpoint>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const body = await findParcelPhoto(ctx.db, { tracking_id, user_id: requireUser(ctx).user_id })
  if (body === undefined) throw noPhoto()
  return { body: await resizePhoto(body, input.w), file_name: `parcel-${tracking_id}.jpg` }
}

/** Returns a photo of a claim about the caller's parcel. Throws `not_found`. */
export async function getClaimPhoto(ctx: Context, input: Input<typeof getClaimPhotoEndpoint>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const number = Number(input.number)
  const asked = { id: input.id, number, tracking_id, user_id: requireUser(ctx).user_id }
  const body = await findClaimPhoto(ctx.db, asked)
  if (body === undefined) throw noPhoto()
  return {
    body: await resizePhoto(body, input.w),
    file_name: `claim-${tracking_id}-${number}.jpg`,
  }
}

/** Returns a photo of a claim about a parcel that the calling operator carries. Throws `not_found`. */
export async function getOperatorClaimPhoto(
  ctx: Context,
  { id, number, w }: Input<typeof getOperatorClaimPhotoEndpoint>,
) {
  const { operator_id } = deskActorChecks.operator(ctx)
  const body = await findClaimPhoto(ctx.db, { id, number: Number(number), operator_id })
  if (body === undefined) throw noPhoto()
  return { body: await resizePhoto(body, w), file_name: `claim-${number}.jpg` }
}

/** Returns a photo of any claim, for our staff. Throws `not_found`. */
export async function getStaffClaimPhoto(
  ctx: Context,
  { id, number, w }: Input<typeof getStaffClaimPhotoEndpoint>,
) {
  deskActorChecks.staff(ctx)
  const body = await findClaimPhoto(ctx.db, { id, number: Number(number) })
  if (body === undefined) throw noPhoto()
  return { body: await resizePhoto(body, w), file_name: `claim-${number}.jpg` }
}
