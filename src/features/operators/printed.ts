import type { PageQueries } from '#lib/room'
import { getOperatorQuery, getRoadQuery, listOperatorsQuery } from './queries.ts'

export const printed: PageQueries = {
  getOperator: ({ code = '' }) => getOperatorQuery(code),
  getRoad: ({ from = '', to = '' }) => getRoadQuery(from, to),
  listOperators: () => listOperatorsQuery({}),
}
