import type { Room } from '#server/room'
import { businessPage, operatorPage } from './page.ts'
import { forgetReviews, reviewsOf } from './repository.ts'
import { reviewRoutes } from './routes.ts'

export const room: Room = {
  routes: reviewRoutes,
  pages: [operatorPage, businessPage],
  personalData: {
    export: async ({ db }, person_id) => ({ reviews: await reviewsOf(db, person_id) }),
    forget: forgetReviews,
  },
}
