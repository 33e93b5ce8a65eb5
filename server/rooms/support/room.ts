import type { Room } from '#server/room'
import { countDeskConversations } from './desk-repository.ts'
import { deletePersonConversations, selectConversationSubjects } from './erase-repository.ts'
import { supportRoutes } from './routes.ts'
import { exportConversations } from './service.ts'

export const room: Room = {
  routes: supportRoutes,
  waiting: [
    {
      subject: 'conversations',
      scope: 'support',
      count: (db, desk_id) => countDeskConversations(db, { desk_id }, 'waiting'),
    },
  ],
  personalData: {
    export: async ({ db }, person_id) => ({
      conversations: await exportConversations(db, person_id),
    }),
    selectSubjects: selectConversationSubjects,
    forget: deletePersonConversations,
  },
}
