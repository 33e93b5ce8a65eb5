import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type {
  addTraveller as addTravellerEndpoint,
  removeTraveller as removeTravellerEndpoint,
  updateTraveller as updateTravellerEndpoint,
} from '#contract/profile/endpoints'
import { maxSavedTravellers } from '#contract/profile/rules'
import type { Traveller } from '#contract/profile/model'
import type { Context } from '#server/context'
import { requireUser } from '#server/rooms/accounts'
import { makeId } from '#server/platform/ids'
import { lockPerson } from './repository.ts'
import * as repository from './traveller-repository.ts'

/** Returns the user's saved travellers, sorted by name. */
export async function listTravellers(ctx: Context): Promise<Traveller[]> {
  return repository.findTravellers(ctx.db, requireUser(ctx).user_id)
}

/** Saves a traveller. Throws `traveller_limit`, and `invalid_input` for an unknown type. */
export async function addTraveller(
  ctx: Context,
  input: Input<typeof addTravellerEndpoint>,
): Promise<Output<typeof addTravellerEndpoint>> {
  const { user_id } = requireUser(ctx)
  await refuseUnknownType(ctx, input.passenger_type)
  await lockPerson(ctx.db, user_id)
  if ((await repository.countTravellers(ctx.db, user_id)) >= maxSavedTravellers)
    throw makeRefusal('traveller_limit')
  const traveller = travellerOf(makeId(), input)
  await repository.insertTraveller(ctx.db, user_id, traveller)
  return traveller
}

/** Updates a saved traveller. Throws `not_found`, and `invalid_input` for an unknown type. */
export async function updateTraveller(
  ctx: Context,
  input: Input<typeof updateTravellerEndpoint>,
): Promise<Output<typeof updateTravellerEndpoint>> {
  await refuseUnknownType(ctx, input.passenger_type)
  const traveller = travellerOf(input.id, input)
  const isTheirs = await repository.saveTraveller(ctx.db, requireUser(ctx).user_id, traveller)
  if (!isTheirs) throw makeRefusal('not_found')
  return traveller
}

/** Deletes a saved traveller. Throws `not_found`. */
export async function removeTraveller(
  ctx: Context,
  { id }: Input<typeof removeTravellerEndpoint>,
): Promise<Output<typeof removeTravellerEndpoint>> {
  if (!(await repository.deleteTraveller(ctx.db, requireUser(ctx).user_id, id)))
    throw makeRefusal('not_found')
  return { removed: true }
}

function travellerOf(
  id: string,
  { full_name, gender, passenger_type, phone, address }: Input<typeof addTravellerEndpoint>,
): Traveller {
  return { id, full_name, gender, passenger_type, phone: phone ?? null, address }
}

async function refuseUnknownType(ctx: Context, code: string): Promise<void> {
  if (await repository.isPassengerType(ctx.db, code)) return
  throw makeRefusal('invalid_input', { fields: { passenger_type: 'Choose one of the types.' } })
}
