import type { Room } from '#server/room'
import { ticketRoutes } from './routes.ts'

export const room: Room = {
  routes: ticketRoutes,
}
