import type { Room } from '#server/room'
import {
  exportCommunity,
  forgetCommunityMember,
  deleteExpiredPosts,
  selectPostSubjects,
} from './erase-repository.ts'
import { communityPublicPages } from './page.ts'
import { communityRoutes } from './routes.ts'

export const room: Room = {
  routes: communityRoutes,
  pages: communityPublicPages,
  personalData: {
    export: async ({ db }, person_id) => ({ more: await exportCommunity(db, person_id) }),
    selectSubjects: selectPostSubjects,
    forget: forgetCommunityMember,
    tidy: deleteExpiredPosts,
  },
}
