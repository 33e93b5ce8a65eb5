export { reviewRoutes } from './routes.ts'
export { forgetReviews, reviewsOf } from './repository.ts'
