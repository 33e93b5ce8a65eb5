import type { Db } from '#server/db/client'
import { enqueue, type JobPayloads } from '#server/jobs/queue'

/**
 * Promises, in the caller's transaction, to tell a parcel's sender and its receiver what became of it.
 * The job tells how the parcel stands when it runs, and nothing when it has moved on since.
 */
export async function announceParcel(
  tx: Db,
  parcel_id: string,
  kind: JobPayloads['parcel.tell']['kind'],
): Promise<void> {
  await enqueue(tx, 'parcel.tell', { parcel_id, kind })
}
