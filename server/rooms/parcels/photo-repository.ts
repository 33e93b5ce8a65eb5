import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** `claim_id`: null for a photo of the parcel itself. */
export async function insertParcelPhoto(
  db: Db,
  photo: { id: string; parcel_id: string; claim_id: string | null; number: number; jpeg: Buffer },
): Promise<void> {
  await sql`insert into parcel_photo (id, parcel_id, claim_id, number, jpeg)
    values (${photo.id}, ${photo.parcel_id}, ${photo.claim_id}, ${photo.number}, ${photo.jpeg})`.execute(
    db,
  )
}

/** Returns the photo of a user's parcel; undefined without one, or for another person's. */
export async function findParcelPhoto(
  db: Db,
  requested: { tracking_id: string; user_id: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ jpeg: Buffer }>`
    select f.jpeg from parcel_photo f join parcel p on p.id = f.parcel_id
    where p.tracking_id = ${requested.tracking_id} and p.user_id = ${requested.user_id} and f.claim_id is null
    order by f.number limit 1`.execute(db)
  return rows[0]?.jpeg
}

/**
 * Returns a photo of a claim. With `user_id` or `operator_id`, only if the claim is about a parcel of this user or one
 * that this operator carries; without either, of any claim.
 */
export async function findClaimPhoto(
  db: Db,
  requested: { id: string; number: number } & (
    | { user_id: string; tracking_id: string }
    | { operator_id: string }
    | { operator_id?: undefined }
  ),
): Promise<Buffer | undefined> {
  const isTheirs =
    'user_id' in requested
      ? sql`p.user_id = ${requested.user_id} and p.tracking_id = ${requested.tracking_id}`
      : sql`coalesce(${requested.operator_id ?? null}::uuid, p.operator_id) = p.operator_id`
  const { rows } = await sql<{ jpeg: Buffer }>`
    select f.jpeg from parcel_photo f join parcel p on p.id = f.parcel_id
    where f.claim_id = ${requested.id} and f.number = ${requested.number} and ${isTheirs}`.execute(
    db,
  )
  return rows[0]?.jpeg
}
