import { askForListing, decideListing } from '#contract/businesses/endpoints'
import { writeReview } from '#contract/reviews/endpoints'
import { aStaffKey } from './boarding.ts'
import { aUser, type MadeUser } from './people.ts'
import type { TestServer } from '#tests/support/server/test-server'

/** Makes the input of a person who wants to list a business. */
export const aListingInput = (name: string) => ({
  name,
  category: 'guest-house' as const,
  about: 'Six rooms with a night guard, beside the park.',
  address: '4 Park Lane, Jibowu',
  city: 'lagos',
  phone: '0803 123 4567',
  hours: { days: [0, 1, 2, 3, 4, 5, 6], opens: 0, closes: 1440 },
})

/** Lists a business and adds a stranger's review; returns the code of the business, the review's id and its writer. */
export async function aReviewedBusiness(
  server: TestServer,
  owner: Pick<MadeUser, 'as'>,
  rating = 2,
): Promise<{ code: string; review: string; writer: MadeUser }> {
  const asked = await server.call(askForListing, aListingInput('Baobab Rooms'), owner)
  const staff = await aStaffKey(server, ['directory'])
  const decision = { id: asked.data.id, decision: 'list' } as const
  const { code } = (await server.call(decideListing, decision, { as: staff })).data
  if (code === null) throw new Error('A listed business has no code.')
  const writer = await aUser(server)
  const said = { business: code, rating, body: 'Clean rooms, and the gate was open at night.' }
  const review = await server.call(writeReview, said, writer)
  return { code, review: review.data.id, writer }
}
