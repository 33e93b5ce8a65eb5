import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/communities/endpoints'
import type { Context } from '#server/context'
import {
  countCities,
  findNyscBatches,
  findNyscCamps,
  findStopoverCities,
} from './nysc-repository.ts'

/** Returns the camps, sorted by state. */
export const listNyscCamps = ({ db }: Context): Promise<Output<typeof endpoints.listNyscCamps>> =>
  findNyscCamps(db)

/** Returns the batches, the latest first. */
export const listNyscBatches = ({
  db,
}: Context): Promise<Output<typeof endpoints.listNyscBatches>> => findNyscBatches(db)

/** Finds cities in which to interrupt a journey that would end after dark. Throws `not_found` for an unknown city. */
export async function findStopovers(
  { db }: Context,
  { from, to }: Input<typeof endpoints.findStopovers>,
): Promise<Output<typeof endpoints.findStopovers>> {
  const ends = new Set([from, to])
  if ((await countCities(db, [...ends])) < ends.size) throw makeRefusal('not_found')
  return ends.size < 2 ? [] : findStopoverCities(db, from, to)
}
