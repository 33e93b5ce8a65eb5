import type { Room } from '#server/room'
import { tripRoutes } from './routes.ts'

export const room: Room = {
  routes: tripRoutes,
}
