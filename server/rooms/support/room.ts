import type { Room } from '#server/room'
import { forgetConversations, selectConversationSubjects } from './erase-repository.ts'
import { supportRoutes } from './routes.ts'
import { exportConversations } from './service.ts'

export const room: Room = {
  routes: supportRoutes,
  personalData: {
    export: async ({ db }, person_id) => ({
      conversations: await exportConversations(db, person_id),
    }),
    selectSubjects: selectConversationSubjects,
    forget: forgetConversations,
  },
}
