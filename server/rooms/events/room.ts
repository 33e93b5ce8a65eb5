import type { Room } from '#server/room'
import { deletePersonEvents, deleteOldEvents } from './repository.ts'
import { eventRoutes } from './routes.ts'

export const room: Room = {
  routes: eventRoutes,
  personalData: { forget: deletePersonEvents, tidy: deleteOldEvents },
}
