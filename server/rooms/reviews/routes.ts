import * as endpoints from '#contract/reviews/endpoints'
import { serve } from '#server/http/serve'
import * as moderation from './moderation.ts'
import * as service from './service.ts'

export const reviewRoutes = [
  serve(endpoints.listReviews, service.listReviews),
  serve(endpoints.listOperatorScores, service.listOperatorScores),
  serve(endpoints.writeReview, service.writeReview),
  serve(endpoints.listMyReviews, service.listMyReviews),
  serve(endpoints.deleteReview, service.deleteReview),
  serve(endpoints.getReviewPhoto, moderation.getReviewPhoto),
  serve(endpoints.reportReview, moderation.reportReview),
  serve(endpoints.listOperatorReviews, moderation.listOperatorReviews),
  serve(endpoints.answerReview, moderation.answerReview),
  serve(endpoints.listReviewsToAnswer, moderation.listReviewsToAnswer),
  serve(endpoints.answerAsOwner, moderation.answerAsOwner),
  serve(endpoints.listStaffReviews, moderation.listStaffReviews),
  serve(endpoints.decideReview, moderation.decideReview),
]
