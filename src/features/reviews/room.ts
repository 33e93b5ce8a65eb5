import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'reviews',
  routes: [
    screen('/reviews', 'ReviewsScreen'),
    screen('/write-a-review', 'WriteReviewScreen', { layout: 'flow' }),
    screen('/ride-board/motor-park/:park/write-a-review', 'ParkReviewScreen', { layout: 'flow' }),
  ],
  outboxKinds: {
    review: {
      endpoint: async () => (await import('#contract/reviews/endpoints')).writeReview,
      ref: true,
      word: 'Review',
      edit_path: '/write-a-review',
    },
  },
  navigation: [
    { in: 'top', at: 4, to: '/reviews', label: 'Reviews' },
    { in: 'Get Involved', at: 2, to: '/reviews', label: 'Read Customer Reviews' },
  ],
}
