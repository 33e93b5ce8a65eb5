import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/claims',
      label: 'Claims',
      waiting: 'claims',
      at: 40,
      isFor: ({ may }) => may.includes('claims'),
      screen: async () => (await import('./claims.tsx')).ClaimsScreen,
    },
  ],
}
