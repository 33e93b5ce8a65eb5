import type { PageQueries } from '#lib/room'
import { getBusinessQuery, listBusinessesQuery } from './queries.ts'

export const printedPageQueries: PageQueries = {
  getBusiness: ({ code = '' }) => getBusinessQuery(code),
  listBusinesses: (search) => listBusinessesQuery(search),
}
