import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import {
  type OperatorScore,
  type OwnReview,
  type Review,
  countReviewSubjects,
} from '#contract/reviews/model'
import { maxReviewsPerDay, ratedAspects } from '#contract/reviews/rules'
import type * as endpoints from '#contract/reviews/endpoints'
import type { Context } from '#server/context'
import { requireUser } from '#server/rooms/accounts'
import { type RoomLimit, countSuccess, refuseAboveLimit } from '#server/platform/limits'
import { makeId } from '#server/platform/ids'
import { hasContacts } from '#server/platform/contact-details'
import { reencodePhoto } from '#server/platform/photos'
import { findReview, saveReviewPhotos } from './moderation-repository.ts'
import * as repository from './repository.ts'

/** Returns one page of reviews, with the rating from all of them. Throws `not_found` for an unknown subject. */
export async function listReviews(
  { db }: Context,
  { sort, page, per_page, ...named }: Input<typeof endpoints.listReviews>,
): Promise<ListAnswer<typeof endpoints.listReviews>> {
  const isAll = countReviewSubjects(named) === 0
  const subject = isAll ? undefined : await repository.findReviewSubject(db, named)
  if (!isAll && subject === undefined) throw makeRefusal('not_found')
  const { stars, average, unverified } = subject ?? (await repository.findAllStars(db))
  const total = stars.reduce((sum, ratings) => sum + ratings, unverified)
  const offset = (page - 1) * per_page
  return {
    data: await repository.findPageOfReviews(db, subject, sort, { limit: per_page, offset }),
    meta: {
      page,
      per_page,
      total,
      average,
      stars,
      scores: subject === undefined ? [] : await repository.findScores(db, subject),
      about: subject?.about ?? null,
    },
  }
}

/** Returns every operator with its stars, sorted by name. */
export function listOperatorScores({ db }: Context): Promise<OperatorScore[]> {
  return repository.findOperatorStars(db)
}

/** The limit for writing reviews. Changed and deleted ones count too. */
const written: RoomLimit = {
  name: 'review',
  size: maxReviewsPerDay,
  perSecond: maxReviewsPerDay / 86_400,
  detail: `You can write up to ${maxReviewsPerDay} reviews a day. Try again tomorrow.`,
}

/**
 * Stores the user's review in place of their earlier one, in one transaction. Throws `not_found` for an unknown
 * subject, `invalid_input` for a booking whose trip has nothing to do with the subject or for an unreadable photo,
 * `review_closed` 30 days after the first version, and `too_many_requests` after 20 in a day.
 */
export async function writeReview(
  ctx: Context,
  input: Input<typeof endpoints.writeReview>,
  jpegs: readonly Buffer[] | undefined,
): Promise<Output<typeof endpoints.writeReview>> {
  const { db, config } = ctx
  const { user_id } = requireUser(ctx)
  const { rating, body, client_ref = makeId() } = input
  const { subject, scores, booking_id, isRepeat } = await checkReview(ctx, input, true)
  if (!isRepeat) await countSuccess(db, config, written, user_id)
  const isHeld =
    (await repository.needsModeration(db, user_id, subject)) ||
    (booking_id !== undefined && (await repository.isSelfDealing(db, booking_id)))
  const state = stateOf(body, jpegs, booking_id !== undefined, isHeld)
  const words = { rating, body, client_ref, booking_id, scores, state }
  const { review, is_new } = await repository.saveReview(db, user_id, subject, words)
  if (!is_new || jpegs === undefined) return review
  await saveReviewPhotos(db, review.id, jpegs)
  return { ...review, ...(await findReview(db, review.id)) }
}

/**
 * Returns the subject, scores and booking of a review, and whether it repeats the stored review. With `isLocked`, locks
 * the row of the earlier review until the transaction ends. Throws what `writeReview` throws, except
 * `too_many_requests` and errors about photos.
 */
async function checkReview(
  ctx: Context,
  input: Input<typeof endpoints.writeReview>,
  isLocked: boolean,
) {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const subject = await repository.findReviewSubject(db, input)
  if (subject === undefined) throw makeRefusal('not_found')
  const earlier = await repository.findEarlierReview(db, user_id, subject, isLocked)
  const isRepeat = input.client_ref !== undefined && earlier?.client_ref === input.client_ref
  const scores = scoresOf(subject, input.scores)
  const booking = input.booking && normaliseReference(input.booking)
  const booking_id = await repository.findLastTrip(db, user_id, subject, booking)
  if (input.booking !== undefined && booking_id === undefined) {
    const words = `This is not a trip you have made with ${subject.about.name}.`
    throw makeRefusal('invalid_input', { fields: { booking: words } })
  }
  const isAnother = booking_id !== undefined && booking_id !== earlier?.booking_id
  if (earlier?.is_closed === true && !isAnother && !isRepeat) throw makeRefusal('review_closed')
  return { subject, scores, booking_id, isRepeat }
}

/** Returns the aspects rated for this kind of subject. Throws `invalid_input` for aspects of another kind. */
function scoresOf(
  { about }: repository.ReviewSubjectRow,
  scores: Input<typeof endpoints.writeReview>['scores'] = {},
) {
  const names: readonly string[] = ratedAspects[about.kind]
  const other = Object.keys(scores).find((name) => !names.includes(name))
  if (other === undefined) return scores
  const word = { operator: 'An operator', park: 'A motor park', business: 'A business' }[about.kind]
  throw makeRefusal('invalid_input', {
    fields: { [`scores.${other}`]: `${word} has no stars for this.` },
  })
}

/** Encodes the photos of a review again, if it may be written. Throws as `writeReview` and `reencodePhoto` do. */
export async function encodeReviewPhotos(
  ctx: Context,
  input: Input<typeof endpoints.writeReview>,
): Promise<Buffer[] | undefined> {
  if (input.photos === undefined) return undefined
  const { isRepeat } = await checkReview(ctx, input, false)
  if (!isRepeat) await refuseAboveLimit(ctx, written, requireUser(ctx).user_id)
  const read: Buffer[] = []
  for (const [index, photo] of input.photos.entries())
    read.push(await reencodePhoto(ctx, photo, `photos.${index}`))
  return read
}

/**
 * Returns the state of a new review. It waits for our staff if it contains contact details, if it is not verified and
 * has photos, or if `isHeld`: an earlier version was held, or the author seems to belong to the operator.
 */
function stateOf(
  body: string,
  jpegs: readonly Buffer[] | undefined,
  isVerified: boolean,
  isHeld: boolean,
): Review['state'] {
  const isStrangersPhoto = !isVerified && (jpegs?.length ?? 0) > 0
  return isHeld || isStrangersPhoto || hasContacts(body) ? 'waiting' : 'shown'
}

/** Returns the user's reviews, newest first. */
export function listMyReviews(ctx: Context): Promise<OwnReview[]> {
  return repository.findReviewsOfPerson(ctx.db, requireUser(ctx).user_id)
}

/** Deletes one of the user's reviews. Throws `not_found`. */
export async function deleteReview(
  ctx: Context,
  { id }: Input<typeof endpoints.deleteReview>,
): Promise<Output<typeof endpoints.deleteReview>> {
  if (!(await repository.deleteOwnReview(ctx.db, requireUser(ctx).user_id, id)))
    throw makeRefusal('not_found')
  return { removed: true }
}
