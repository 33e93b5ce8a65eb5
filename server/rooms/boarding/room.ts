import type { Room } from '#server/room'
import { ownBoardings } from './repository.ts'
import { boardingRoutes } from './routes.ts'

export const room: Room = {
  routes: boardingRoutes,
  personalData: {
    export: async ({ db }, person_id) => ({ boardings: await ownBoardings(db, person_id) }),
  },
}
