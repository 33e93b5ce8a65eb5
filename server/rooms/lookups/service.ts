import type { Input, Output } from '#contract/endpoint'
import type * as endpoints from '#contract/lookups/endpoints'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { transliterate } from '#server/platform/transliterate'
import * as lists from './list-repository.ts'
import * as repository from './repository.ts'

/** Returns cities where trips start and end; with `from`, only ends that can be reached from there. */
export async function listConnections(
  { db }: Context,
  { from }: Input<typeof endpoints.listConnections>,
): Promise<Output<typeof endpoints.listConnections>> {
  return {
    from_cities: await repository.findConnectedCities(db, 'start'),
    to_cities: await repository.findConnectedCities(db, 'end', from),
  }
}

/** Returns cities and motor parks whose name or city has words that begin with the typed ones. */
export async function findPlaces(
  { db }: Context,
  { q }: Input<typeof endpoints.findPlaces>,
): Promise<Output<typeof endpoints.findPlaces>> {
  const words =
    transliterate(q)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.length === 0 ? [] : repository.searchPlaces(db, words.slice(0, 8))
}

/** Returns kinds of passengers and their share of the fare. */
export function listPassengerTypes({
  db,
}: Context): Promise<Output<typeof endpoints.listPassengerTypes>> {
  return repository.findPassengerTypes(db)
}

type ListEndpoints = Omit<typeof endpoints, 'listConnections' | 'findPlaces' | 'listPassengerTypes'>

/** The query for each list without parameters, by its endpoint's name. The compiler reports a missing one. */
const rowsOf: {
  [Name in keyof ListEndpoints]: (db: Db) => Promise<Output<ListEndpoints[Name]>>
} = lists

/** Makes the handler of a list's endpoint. It answers with the whole list. */
export const makeListHandler =
  <Name extends keyof ListEndpoints>(name: Name) =>
  ({ db }: Context): Promise<Output<ListEndpoints[Name]>> =>
    rowsOf[name](db)
