import type { Room } from '#server/room'
import { lookupRoutes } from './routes.ts'

export const room: Room = {
  routes: lookupRoutes,
}
