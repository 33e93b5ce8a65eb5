import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/reviews',
      label: 'Reviews',
      group: 'Customers',
      at: 30,
      isFor: ({ operator, may }) => operator !== null && may.includes('reviews'),
      screen: async () => (await import('./operator-reviews.tsx')).OperatorReviewsScreen,
    },
  ],
}
