import { startConversation, sendMessage } from '#contract/support/endpoints'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'support',
  part: 'Messages and help',
  routes: [
    {
      path: '/support',
      screen: async () => (await import('./support.screen.tsx')).SupportScreen,
      prerender_head: true,
    },
    {
      path: '/profile/messages',
      screen: async () => (await import('./messages.screen.tsx')).MessagesScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  outboxKinds: {
    conversation: {
      endpoint: startConversation,
      word: 'New conversation',
      edit_path: '/support',
      opens: true,
    },
    message: {
      endpoint: sendMessage,
      ref: true,
      word: 'Message',
      edit_path: '/support',
    },
  },
  navigation: [
    {
      in: 'Account',
      at: 4,
      to: '/profile/messages',
      label: 'Messages',
    },
  ],
}
