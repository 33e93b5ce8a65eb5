import type { Room } from '#server/room'
import { communityOf, forgetInCommunity, tidyCommunity } from './erase-repository.ts'
import { pages } from './page.ts'
import { communityRoutes } from './routes.ts'

export const room: Room = {
  routes: communityRoutes,
  pages,
  personalData: {
    export: async ({ db }, person_id) => ({ more: await communityOf(db, person_id) }),
    forget: forgetInCommunity,
    tidy: tidyCommunity,
  },
}
