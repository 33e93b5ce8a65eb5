import type { DeskMembership } from '#contract/members/model'
import type { DeskRoom } from '#lib/desk-room'

const isFor = ({ may }: DeskMembership) => may.includes('support')

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/inbox',
      detail_path: '/c/:id',
      label: 'Inbox',
      waiting: 'conversations',
      group: 'Customers',
      at: 10,
      isFor,
      screen: async () => (await import('./inbox.tsx')).InboxScreen,
    },
    {
      path: '/answers',
      label: 'Ready answers',
      group: 'Customers',
      at: 20,
      isFor,
      screen: async () => (await import('./canned-answers.tsx')).CannedAnswersScreen,
    },
  ],
  start: async (membership, queries) => {
    if (isFor(membership))
      (await import('./refetch-on-desk-events.ts')).refetchOnDeskEvents(queries)
  },
}
