import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/reward-checks',
      label: 'Reward checks',
      group: 'Money',
      at: 75,
      isFor: ({ operator, may }) => operator === null && may.includes('refunds'),
      screen: async () => (await import('./reward-cases.tsx')).RewardCasesScreen,
    },
  ],
}
