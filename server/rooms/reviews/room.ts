import type { Room } from '#server/room'
import { reviewedBusinessPage, reviewedOperatorPage } from './page.ts'
import { deletePersonReviews, findReviewsOfPerson, selectReviewSubjects } from './repository.ts'
import { reviewRoutes } from './routes.ts'

export const room: Room = {
  routes: reviewRoutes,
  pages: [reviewedOperatorPage, reviewedBusinessPage],
  personalData: {
    export: async ({ db }, person_id) => ({ reviews: await findReviewsOfPerson(db, person_id) }),
    selectSubjects: selectReviewSubjects,
    forget: deletePersonReviews,
  },
}
