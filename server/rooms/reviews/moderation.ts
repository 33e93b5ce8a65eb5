import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/reviews/endpoints'
import type { Review } from '#contract/reviews/model'
import { maxReviewReportsPerDay, reportsToHideReview } from '#contract/reviews/rules'
import type { Context } from '#server/context'
import { refuseOwnCase } from '#server/platform/actor'
import { resizePhoto } from '#server/platform/photos'
import { requireUser } from '#server/rooms/accounts'
import { decideCharterReview, reportVehicleReview } from '#server/rooms/charters'
import { deskActorChecks } from '#server/rooms/operators'
import * as repository from './moderation-repository.ts'

/**
 * Returns a photo of a review. Throws `not_found` if there is none, or if the review is neither visible nor the
 * caller's.
 */
export async function getReviewPhoto(
  { db, actor }: Context,
  { id, number, w }: Input<typeof endpoints.getReviewPhoto>,
) {
  const person_id = actor.kind === 'user' ? actor.user_id : null
  const body = await repository.findReviewPhoto(db, { id, number: Number(number), person_id })
  if (body === undefined) throw makeRefusal('not_found')
  return { body: await resizePhoto(body, w), file_name: `review-${number}.jpg` }
}

/**
 * Reports somebody else's review. A verified one stays visible until our staff have checked it, so that reports cannot
 * change a rating. Throws `not_found`, and `too_many_requests` after 20 in a day.
 */
export async function reportReview(
  ctx: Context,
  { id, reason, words }: Input<typeof endpoints.reportReview>,
): Promise<Output<typeof endpoints.reportReview>> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  if ((await repository.countReviewReports(db, user_id)) >= maxReviewReportsPerDay)
    throw makeRefusal('too_many_requests', {
      detail: `You can report up to ${maxReviewReportsPerDay} reviews a day. Try again tomorrow.`,
      retry_after: 3600,
    })
  const report = { id, person_id: user_id, reason, words: words ?? null }
  // A review of a vehicle is always verified: its author has hired it.
  if (await reportVehicleReview(db, report)) return { reported: true }
  if (!(await repository.insertReviewReport(db, report)))
    throw makeRefusal('not_found', {
      detail: 'This review is your own, or it is not shown any more.',
    })
  await repository.hideReportedReview(db, id, reportsToHideReview)
  return { reported: true }
}

/** Returns one page of the calling operator's visible reviews, newest first. */
export async function listOperatorReviews(
  ctx: Context,
  input: Input<typeof endpoints.listOperatorReviews>,
): Promise<ListAnswer<typeof endpoints.listOperatorReviews>> {
  const { page, per_page } = input
  const { operator_id } = deskActorChecks.operator(ctx)
  const { reviews, total } = await repository.findPageOfOperatorReviews(ctx.db, operator_id, input)
  return { data: reviews, meta: { page, per_page, total } }
}

/** Answers a review of the calling operator, once. Throws `not_found`, `review_answered`. */
export async function answerReview(
  ctx: Context,
  { id, answer }: Input<typeof endpoints.answerReview>,
): Promise<Review> {
  const became = await repository.saveReviewAnswer(ctx.db, {
    id,
    ...deskActorChecks.operator(ctx),
    answer,
  })
  return answered(ctx, id, became)
}

function answered(
  ctx: Context,
  id: string,
  became: repository.ReviewAnswerOutcome,
): Promise<Review> {
  if (became === 'unknown') throw makeRefusal('not_found')
  if (became === 'answered') throw makeRefusal('review_answered')
  return requireReview(ctx, id)
}

/** Returns unanswered reviews of the caller's businesses. */
export function listReviewsToAnswer(ctx: Context): Promise<Review[]> {
  return repository.findUnansweredReviews(ctx.db, requireUser(ctx).user_id)
}

/** Answers a review of a listed business, for its owner, once. Throws `not_found`, `review_answered`. */
export async function answerAsOwner(
  ctx: Context,
  { id, answer }: Input<typeof endpoints.answerAsOwner>,
): Promise<Review> {
  const { user_id } = requireUser(ctx)
  const became = await repository.saveOwnersAnswer(ctx.db, { id, person_id: user_id, answer })
  return answered(ctx, id, became)
}

/** Returns one page of the reviews awaiting our staff, oldest first. */
export async function listReviewsForStaff(
  ctx: Context,
  input: Input<typeof endpoints.listReviewsForStaff>,
): Promise<ListAnswer<typeof endpoints.listReviewsForStaff>> {
  deskActorChecks.staff(ctx)
  const { page, per_page } = input
  const { reviews, total } = await repository.findPageOfReviewQueue(ctx.db, input)
  return { data: reviews, meta: { page, per_page, total } }
}

/**
 * Shows or hides a review, for our staff. The decision is logged. Throws `not_found`, `not_allowed` for the caller's
 * own review, and `review_changed` if it is not the version that they have read.
 */
export async function decideReview(
  ctx: Context,
  { id, became, reason, written_at }: Input<typeof endpoints.decideReview>,
): Promise<Output<typeof endpoints.decideReview>> {
  const by = deskActorChecks.staff(ctx)
  const { actor, db } = ctx
  await refuseOwnCase(
    actor,
    (user_id) => repository.isReviewOf(db, id, user_id),
    'This review is yours. Somebody else decides about it.',
  )
  const isDecided =
    (await repository.saveReviewDecision(ctx.db, { id, became, written_at })) ||
    (await decideCharterReview(ctx.db, { id, became, written_at }))
  if (!isDecided) {
    await requireReview(ctx, id)
    throw makeRefusal('review_changed')
  }
  await repository.insertReviewDecision(ctx.db, { id, became, reason, ...by })
  const [review] = await repository.loadReviewReports(ctx.db, [await requireReview(ctx, id)])
  if (review === undefined) throw makeRefusal('not_found')
  return review
}

async function requireReview({ db }: Context, id: string): Promise<Review> {
  const review = await repository.findReview(db, id)
  if (review === undefined) throw makeRefusal('not_found')
  return review
}
