export { listReviewsQuery } from './queries.ts'
export { NewestReviews } from './newest.tsx'
export { Report } from './report.tsx'
export { Stars } from './star-line.tsx'
