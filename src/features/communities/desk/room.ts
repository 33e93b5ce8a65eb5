import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/moderation',
      label: 'Moderation',
      group: 'Customers',
      at: 60,
      isFor: ({ may }) => may.includes('moderation'),
      screen: async () => (await import('./moderation.tsx')).ModerationScreen,
    },
  ],
}
