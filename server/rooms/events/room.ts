import type { Room } from '#server/room'
import { deleteEventsOf, deleteOldEvents } from './repository.ts'
import { eventRoutes } from './routes.ts'

export const room: Room = {
  routes: eventRoutes,
  personalData: { forget: deleteEventsOf, tidy: deleteOldEvents },
}
