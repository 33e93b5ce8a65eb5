import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/refunds',
      label: 'Refunds',
      waiting: 'refunds',
      group: 'Money',
      at: 70,
      isFor: ({ may }) => may.includes('refunds'),
      screen: async () => (await import('./refunds.tsx')).RefundsScreen,
    },
    {
      path: '/disputes',
      label: 'Disputes',
      group: 'Money',
      at: 71,
      isFor: ({ may }) => may.includes('refunds'),
      screen: async () => (await import('./disputes.tsx')).DisputesScreen,
    },
  ],
}
