import { listPagePaths, tripPages } from './page.ts'
import type { Room } from '#server/room'
import { tripRoutes } from './routes.ts'

export const room: Room = {
  routes: tripRoutes,
  pages: tripPages,
  addresses: listPagePaths,
}
