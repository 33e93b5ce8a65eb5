import type { ParcelClaim } from '#contract/parcels/claims'
import { parcelClaimDays } from '#contract/parcels/rules'
import { type claimParcel as claimParcelEndpoint, getClaimPhoto } from '#contract/parcels/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { maxPhotoBytes } from '#contract/photo'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { requireUser } from '#server/rooms/accounts'
import { makeId } from '#server/platform/ids'
import { reencodePhoto } from '#server/platform/photos'
import {
  type ClaimedParcel,
  type ClaimRow,
  findClaimedParcel,
  findClaims,
  insertClaim,
} from './claim-repository.ts'
import { makeParcelPhotoPath } from './photo.ts'
import { insertParcelPhoto } from './photo-repository.ts'

const claimMs = parcelClaimDays * 86_400_000

/**
 * Returns whether somebody may claim for a parcel at `now`: while it is lost or damaged, for seven days after delivery,
 * and, if it was not delivered, from seven days after its planned arrival. Returns false without cover, and if a claim
 * is open or was paid.
 */
export function canClaimParcel(
  parcel: Pick<ClaimedParcel, 'state' | 'heard_end_at' | 'arrives_at' | 'cover_kobo'>,
  claims: readonly Pick<ParcelClaim, 'state'>[],
  now: Date,
): boolean {
  return isInTime(parcel, now) && claims.every(({ state }) => state === 'refused')
}

function isInTime(
  parcel: Pick<ClaimedParcel, 'state' | 'heard_end_at' | 'arrives_at' | 'cover_kobo'>,
  now: Date,
): boolean {
  const { state, heard_end_at, arrives_at, cover_kobo } = parcel
  if (cover_kobo === 0 || state === 'pending_payment' || state === 'cancelled') return false
  if (state === 'lost' || state === 'damaged') return true
  return heard_end_at === null
    ? now.getTime() >= arrives_at.getTime() + claimMs
    : now.getTime() <= heard_end_at.getTime() + claimMs
}

/** Returns the claims about parcels, by their ids, the newest first. */
export async function findClaimsByParcel(
  db: Db,
  parcel_ids: readonly string[],
): Promise<Map<string, ParcelClaim[]>> {
  const rows = await findClaims(db, parcel_ids)
  const claims = Map.groupBy(rows, (row) => row.parcel_id)
  return new Map([...claims].map(([id, theirs]) => [id, theirs.map(ofSender)]))
}

/**
 * Makes a claim for the caller's parcel. Throws `not_found`, `claim_closed`, `claim_open`, and `invalid_input` for more
 * than the cover or for an unreadable photo.
 */
export async function claimParcel(
  ctx: Context,
  input: Input<typeof claimParcelEndpoint>,
  photos: readonly Buffer[],
): Promise<Output<typeof claimParcelEndpoint>> {
  const { kind, words, asked_kobo } = input
  const { id: parcel_id } = await claimable(ctx, input, true)
  const id = makeId()
  await insertClaim(ctx.db, { id, parcel_id, kind, words, asked_kobo })
  for (const [index, jpeg] of photos.entries())
    await insertParcelPhoto(ctx.db, {
      id: makeId(),
      parcel_id,
      claim_id: id,
      number: index + 1,
      jpeg,
    })
  const claim = (await findClaimsByParcel(ctx.db, [parcel_id]))
    .get(parcel_id)
    ?.find((one) => one.id === id)
  if (claim === undefined) throw new Error(`claim ${id} is gone`)
  return claim
}

async function claimable(
  ctx: Context,
  input: Input<typeof claimParcelEndpoint>,
  locked: boolean,
): Promise<ClaimedParcel> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const tracking_id = normaliseReference(input.tracking_id)
  const parcel = await findClaimedParcel(db, { tracking_id, user_id, locked })
  if (parcel === undefined) throw makeRefusal('not_found')
  const earlier = (await findClaimsByParcel(db, [parcel.id])).get(parcel.id) ?? []
  if (earlier.some(({ state }) => state === 'open')) throw makeRefusal('claim_open')
  if (!canClaimParcel(parcel, earlier, parcel.now)) throw makeRefusal('claim_closed')
  if (input.asked_kobo > parcel.cover_kobo)
    throw makeFieldRefusal(
      'asked_kobo',
      `It is covered for ${formatNaira(parcel.cover_kobo)} at most.`,
    )
  return parcel
}

/** Encodes the photos of a claim again, after checking that the claim is possible. Throws as `claimParcel` does. */
export async function encodeClaimPhotos(
  ctx: Context,
  input: Input<typeof claimParcelEndpoint>,
): Promise<Buffer[]> {
  await claimable(ctx, input, false)
  const { photos } = input
  const bytes = photos.reduce((sum, photo) => sum + Buffer.byteLength(photo, 'base64'), 0)
  if (bytes > maxPhotoBytes)
    throw makeFieldRefusal('photos', 'Together the photos may have 5 MB at most.')
  const read: Buffer[] = []
  for (const [index, photo] of photos.entries())
    read.push(await reencodePhoto(ctx, photo, `photos.${index}`))
  return read
}

/** Returns a claim in the form of the contract, with the URLs of its photos, which `photoAt` makes. */
export function toClaim(
  row: Omit<ClaimRow, 'parcel_id'>,
  photoAt: (number: string) => string,
): ParcelClaim {
  return {
    ...row,
    photos: Array.from({ length: row.photos }, (_, index) => photoAt(String(index + 1))),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

const ofSender = (row: ClaimRow & { tracking_id: string }): ParcelClaim =>
  toClaim(row, (number) =>
    makeParcelPhotoPath(getClaimPhoto, { tracking_id: row.tracking_id, id: row.id, number }),
  )
