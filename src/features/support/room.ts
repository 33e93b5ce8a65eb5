import { type Room, screensOf } from '#lib/room'
import { talks } from './talks.ts'

const screen = screensOf(talks)

export const room: Room = {
  name: 'support',
  routes: [
    screen('/support', 'SupportScreen'),
    screen('/profile/messages', 'MessagesScreen', { layout: 'flow', needs_login: true }),
  ],
  outboxKinds: {
    conversation: {
      endpoint: async () => (await import('#contract/support/endpoints')).startConversation,
      word: 'New conversation',
      edit_path: '/support',
      opens: true,
    },
    message: {
      endpoint: async () => (await import('#contract/support/endpoints')).sendMessage,
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
