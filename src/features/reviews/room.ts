import { writeReview } from '#contract/reviews/endpoints'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'reviews',
  part: 'Reviews and fuel prices',
  routes: [
    {
      path: '/reviews',
      screen: async () => (await import('./reviews.screen.tsx')).ReviewsScreen,
      prerender_head: true,
    },
    {
      path: '/write-a-review',
      screen: async () => (await import('./write.screens.tsx')).WriteReviewScreen,
      layout: 'flow',
      prerender_head: true,
    },
    {
      path: '/ride-board/motor-park/:park/write-a-review',
      screen: async () => (await import('./write.screens.tsx')).ParkReviewScreen,
      layout: 'flow',
    },
  ],
  outboxKinds: {
    review: {
      endpoint: writeReview,
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
