import type { DeskRoom } from '#lib/desk-room'

/** The names of members for whom the room's background work was started. */
export const startedMembers: string[] = []

export const plantedDeskRoom: DeskRoom = {
  routes: [
    {
      path: '/planted',
      detail_path: '/planted/:id',
      label: 'Plants',
      group: 'Money',
      at: 45,
      isFor: ({ may }) => may.includes('claims'),
      screen: async () => (await import('./screen.tsx')).PlantedDeskScreen,
    },
  ],
  start: ({ name }) => void startedMembers.push(name),
}
