export { listRequestsQuery } from './queries.ts'
export { requestLabels } from './labels.ts'
