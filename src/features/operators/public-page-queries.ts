import type { PageQueries } from '#lib/room'
import { getOperatorQuery, getRouteQuery, listOperatorsQuery } from './queries.ts'

export const publicPageQueries: PageQueries = {
  getOperator: ({ code = '' }) => getOperatorQuery(code),
  getRoute: ({ from = '', to = '' }) => getRouteQuery(from, to),
  listOperators: () => listOperatorsQuery({}),
}
