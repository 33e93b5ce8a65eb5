import type { Input, Output } from '#contract/endpoint'
import type * as promises from '#contract/lookups'
import type { Context } from '#server/context'
import * as repository from './repository.ts'

/** All cities that have a motor park. */
export function listCities({ db }: Context): Promise<Output<typeof promises.listCities>> {
  return repository.selectCities(db)
}

/** Where trips start and where they go; with `from`, only what can be reached from there. */
export async function listConnections(
  { db }: Context,
  { from }: Input<typeof promises.listConnections>,
): Promise<Output<typeof promises.listConnections>> {
  return {
    from_cities: await repository.selectPlaces(db, 'start'),
    to_cities: await repository.selectPlaces(db, 'end', from),
  }
}

/** Kinds of passengers and their share of the fare. */
export function listPassengerTypes({
  db,
}: Context): Promise<Output<typeof promises.listPassengerTypes>> {
  return repository.selectPassengerTypes(db)
}

/** Kinds of vehicles with their size and number of seats. */
export function listVehicleTypes({
  db,
}: Context): Promise<Output<typeof promises.listVehicleTypes>> {
  return repository.selectVehicleTypes(db)
}

/** Currencies we take. */
export function listCurrencies({ db }: Context): Promise<Output<typeof promises.listCurrencies>> {
  return repository.selectCurrencies(db)
}
