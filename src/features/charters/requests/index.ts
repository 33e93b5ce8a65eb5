export { listRequestsQuery } from './queries.ts'
export { requestLabels } from './words.ts'
