import * as endpoints from '#contract/reviews/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as moderation from './moderation.ts'
import * as service from './service.ts'

export const reviewRoutes = [
  bindEndpoint(endpoints.listReviews, service.listReviews),
  bindEndpoint(endpoints.listOperatorScores, service.listOperatorScores),
  bindEndpoint(endpoints.writeReview, service.writeReview, service.encodeReviewPhotos),
  bindEndpoint(endpoints.listMyReviews, service.listMyReviews),
  bindEndpoint(endpoints.deleteReview, service.deleteReview),
  bindEndpoint(endpoints.getReviewPhoto, moderation.getReviewPhoto),
  bindEndpoint(endpoints.reportReview, moderation.reportReview),
  bindEndpoint(endpoints.listOperatorReviews, moderation.listOperatorReviews),
  bindEndpoint(endpoints.answerReview, moderation.answerReview),
  bindEndpoint(endpoints.listReviewsToAnswer, moderation.listReviewsToAnswer),
  bindEndpoint(endpoints.answerAsOwner, moderation.answerAsOwner),
  bindEndpoint(endpoints.listReviewsForStaff, moderation.listReviewsForStaff),
  bindEndpoint(endpoints.decideReview, moderation.decideReview),
]
