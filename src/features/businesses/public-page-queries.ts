import type { PageQueries } from '#lib/room'
import { getBusinessQuery, listBusinessesQuery } from './queries.ts'

export const publicPageQueries: PageQueries = {
  getBusiness: ({ code = '' }) => getBusinessQuery(code),
  listBusinesses: (search) => listBusinessesQuery(search),
}
