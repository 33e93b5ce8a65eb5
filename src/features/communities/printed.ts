import type { PageQueries } from '#lib/room'
import { groupsQuery } from './queries.ts'

export const printed: PageQueries = {
  listGroups: () => groupsQuery(),
}
