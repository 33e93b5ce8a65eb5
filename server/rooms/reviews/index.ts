export { room } from './room.ts'
export { listReviews } from './service.ts'
