import type { Room } from '#server/room'
import { forgetEventsOf, forgetOldEvents } from './repository.ts'
import { eventRoutes } from './routes.ts'

export const room: Room = {
  routes: eventRoutes,
  personalData: { forget: forgetEventsOf, tidy: forgetOldEvents },
}
