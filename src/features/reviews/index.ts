export { listReviewsQuery } from './queries.ts'
export { RecentReviews } from './recent-reviews.tsx'
export { ReportReview } from './report.tsx'
export { Stars } from './star-line.tsx'
