import type { Room } from '#server/room'
import { changeRoutes } from './routes.ts'

export const room: Room = {
  routes: changeRoutes,
}
