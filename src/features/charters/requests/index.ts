export { listRequestsQuery } from './queries.ts'
export { requestWords } from './words.ts'
