import {
  deleteReview,
  listMyReviews,
  listOperatorScores,
  listReviews,
  writeReview,
} from '#contract/reviews/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const reviewRoutes = [
  serve(listReviews, service.listReviews),
  serve(listOperatorScores, service.listOperatorScores),
  serve(writeReview, service.writeReview),
  serve(listMyReviews, service.listMyReviews),
  serve(deleteReview, service.deleteReview),
]
