import type { DeskRoom } from '#lib/desk-room'

/** What its room brought to the desk, as the screen's member and the work beside the screens saw it. */
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
