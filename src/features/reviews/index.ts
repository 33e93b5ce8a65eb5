export { listReviewsQuery } from './queries.ts'
export { RecentReviews } from './recent-reviews.tsx'
export { ReportReview } from './report.tsx'
export { StarRating } from './star-line.tsx'
