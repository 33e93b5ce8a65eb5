export { listReviewsQuery } from './queries.ts'
export { RecentReviews } from './newest.tsx'
export { ReportReview } from './report.tsx'
export { Stars } from './star-line.tsx'
