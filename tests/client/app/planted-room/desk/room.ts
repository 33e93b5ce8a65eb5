import type { DeskRoom } from '#lib/desk-room'

/** What its room added to the desk, as seen by the member's screen and the work beside the screens. */
export const started: string[] = []

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/planted',
      detail_path: '/planted/:id',
      label: 'Plants',
      at: 45,
      isFor: ({ may }) => may.includes('claims'),
      screen: async () => (await import('./screen.tsx')).PlantedDeskScreen,
    },
  ],
  start: ({ name }) => void started.push(name),
}
