import type { PageQueries } from '#lib/room'
import { groupsQuery } from './queries.ts'

export const publicPageQueries: PageQueries = {
  listGroups: () => groupsQuery(),
}
