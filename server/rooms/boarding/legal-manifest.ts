import type { getLegalManifest as getLegalManifestEndpoint } from '#contract/boarding/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { requireOperator } from '#server/rooms/operators'
import { findLegalManifestHead, findLegalManifestPassengers } from './legal-manifest-repository.ts'

/**
 * Returns the manifest that the law requires, of one of the operator's departures. Throws `not_found`, and
 * `manifest_deleted` once the details of its passengers are due to be deleted, whether or not the job has run.
 */
export async function getLegalManifest(
  ctx: Context,
  { id }: Input<typeof getLegalManifestEndpoint>,
): Promise<Output<typeof getLegalManifestEndpoint>> {
  const head = await findLegalManifestHead(ctx.db, requireOperator(ctx).operator_id, id)
  if (head === undefined) throw makeRefusal('not_found')
  const { now, is_due, departs_at, operator_name, operator_phone, ...bus } = head
  if (is_due) throw makeRefusal('manifest_deleted')
  const { driver_name, driver_phone, ...facts } = bus
  const passengers = await findLegalManifestPassengers(ctx.db, id)
  return {
    ...facts,
    operator: { name: operator_name, phone: operator_phone },
    driver: { name: driver_name, phone: driver_phone },
    departs_at: departs_at.toISOString(),
    generated_at: now.toISOString(),
    passengers: passengers.map(({ kin_name, kin_phone, ...passenger }) => ({
      ...passenger,
      next_of_kin: kin_name === null ? null : { full_name: kin_name, phone: kin_phone },
    })),
  }
}
