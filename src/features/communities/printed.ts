import type { PageQueries } from '#lib/room'
import { groupsQuery } from './queries.ts'

export const printedPageQueries: PageQueries = {
  listGroups: () => groupsQuery(),
}
