export { listRequestsQuery } from './queries.ts'
export { requestStateLabels } from './labels.ts'
