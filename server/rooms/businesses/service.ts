import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/businesses/endpoints'
import type { MyListing } from '#contract/businesses/model'
import type { Context } from '#server/context'
import { makeId } from '#server/platform/ids'
import { transliterate } from '#server/platform/transliterate'
import { requireUser } from '#server/rooms/accounts'
import { deskActorChecks } from '#server/rooms/operators'
import * as repository from './repository.ts'

/** Returns one page of listed businesses that match the filters, sorted by name. */
export async function listBusinesses(
  { db }: Context,
  query: Input<typeof endpoints.listBusinesses>,
): Promise<ListAnswer<typeof endpoints.listBusinesses>> {
  const { page, per_page } = query
  const { rows, total } = await repository.findPageOfBusinesses(db, query)
  return { data: rows, meta: { page, per_page, total } }
}

/** Returns one listed business with up to four other businesses of its city. Throws `not_found`. */
export async function getBusiness(
  { db }: Context,
  { code }: Input<typeof endpoints.getBusiness>,
): Promise<Output<typeof endpoints.getBusiness>> {
  const found = await repository.findBusiness(db, code)
  if (found === undefined) throw makeRefusal('not_found')
  return { ...found, listed_at: found.listed_at.toISOString() }
}

/**
 * Submits a business for the directory; our staff decide whether to list it. Throws `invalid_input` for an unknown city
 * or a motor park outside it, and `listings_waiting` if too many of the person's listings wait.
 */
export async function submitListing(
  ctx: Context,
  input: Input<typeof endpoints.askForListing>,
): Promise<MyListing> {
  const { user_id } = requireUser(ctx)
  const place = await repository.findCityAndPark(ctx.db, input.city, input.park)
  if (place === undefined) {
    throw makeRefusal('invalid_input', { fields: { city: 'Choose a city from the list.' } })
  }
  if (input.park !== undefined && place.park_id === null) {
    throw makeRefusal('invalid_input', { fields: { park: 'This motor park is not in that city.' } })
  }
  const row = { id: makeId(), asked_by: user_id, ...place }
  const listing = await repository.insertListing(ctx.db, row, input)
  if (listing === undefined) throw makeRefusal('listings_waiting')
  return listing
}

/** Returns the user's submitted listings, newest first. */
export function listMyListings(ctx: Context): Promise<MyListing[]> {
  return repository.findListings(ctx.db, requireUser(ctx).user_id)
}

/** Returns the listings that wait for our staff, oldest first. */
export async function listPendingListings(
  { db }: Context,
  { page, per_page }: Input<typeof endpoints.listPendingListings>,
): Promise<ListAnswer<typeof endpoints.listPendingListings>> {
  const offset = (page - 1) * per_page
  const { rows, total } = await repository.findPageOfPendingListings(db, {
    limit: per_page,
    offset,
  })
  return {
    data: rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString() })),
    meta: { page, per_page, total },
  }
}

/** Accepts or refuses a waiting listing. Throws `not_found`, and `listing_decided`. */
export async function decideListing(
  ctx: Context,
  input: Input<typeof endpoints.decideListing>,
): Promise<MyListing> {
  const who = deskActorChecks.staff(ctx)
  const listing = await repository.lockListing(ctx.db, input.id)
  if (listing === undefined) throw makeRefusal('not_found')
  if (listing.state !== 'pending') throw makeRefusal('listing_decided')
  return repository.saveListingDecision(ctx.db, input, {
    ...who,
    code: codeOf(listing.name, input.id),
  })
}

/** Returns a unique and permanent code: the name in plain letters and the end of the id. */
function codeOf(name: string, id: string): string {
  const words = transliterate(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
  return `${words === '' ? 'business' : words}-${id.slice(-6)}`
}
