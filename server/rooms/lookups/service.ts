import type { Input, Output } from '#contract/endpoint'
import type * as endpoints from '#contract/lookups/endpoints'
import type * as lists from '#contract/lookups/list-endpoints'
import type { Context } from '#server/context'
import { ascii } from '#server/platform/transliterate'
import * as parcels from './parcel-repository.ts'
import * as repository from './repository.ts'

/** All cities that have a motor park. */
export function listCities({ db }: Context): Promise<Output<typeof lists.listCities>> {
  return repository.selectCities(db)
}

/** Cities where trips start and where they go; with `from`, only what can be reached from there. */
export async function listConnections(
  { db }: Context,
  { from }: Input<typeof endpoints.listConnections>,
): Promise<Output<typeof endpoints.listConnections>> {
  return {
    from_cities: await repository.selectPlaces(db, 'start'),
    to_cities: await repository.selectPlaces(db, 'end', from),
  }
}

/** Cities and motor parks whose name, or city, has words that begin like those typed. */
export async function findPlaces(
  { db }: Context,
  { q }: Input<typeof endpoints.findPlaces>,
): Promise<Output<typeof endpoints.findPlaces>> {
  const words =
    ascii(q)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.length === 0 ? [] : repository.searchPlaces(db, words.slice(0, 8))
}

/** Kinds of passengers and their share of the fare. */
export function listPassengerTypes({
  db,
}: Context): Promise<Output<typeof endpoints.listPassengerTypes>> {
  return repository.selectPassengerTypes(db)
}

/** Kinds of vehicles with their size and number of seats. */
export function listVehicleTypes({ db }: Context): Promise<Output<typeof lists.listVehicleTypes>> {
  return repository.selectVehicleTypes(db)
}

/** Currencies we take. */
export function listCurrencies({ db }: Context): Promise<Output<typeof lists.listCurrencies>> {
  return repository.selectCurrencies(db)
}

/** Services a customer can ask for. */
export function listServiceTypes({ db }: Context): Promise<Output<typeof lists.listServiceTypes>> {
  return parcels.selectServiceTypes(db)
}

/** Where parcels can be dropped off and picked up. */
export function listLocations({ db }: Context): Promise<Output<typeof lists.listLocations>> {
  return parcels.selectLocations(db)
}

/** Roads that parcels travel. */
export function listParcelRoutes({ db }: Context): Promise<Output<typeof lists.listParcelRoutes>> {
  return parcels.selectParcelRoutes(db)
}

/** Parcel add-ons, before VAT. */
export function listParcelAddOns({ db }: Context): Promise<Output<typeof lists.listParcelAddOns>> {
  return parcels.selectParcelAddOns(db)
}

/** Kinds of goods. */
export function listParcelTypes({ db }: Context): Promise<Output<typeof lists.listParcelTypes>> {
  return parcels.selectParcelTypes(db)
}

/** Sizes of parcels, the smallest first. */
export function listParcelSizes({ db }: Context): Promise<Output<typeof lists.listParcelSizes>> {
  return parcels.selectParcelSizes(db)
}
