import type { Room } from '#server/room'
import { findBoardingsOfPerson } from './repository.ts'
import { boardingRoutes } from './routes.ts'

export const room: Room = {
  routes: boardingRoutes,
  personalData: {
    export: async ({ db }, person_id) => ({
      boardings: await findBoardingsOfPerson(db, person_id),
    }),
  },
}
