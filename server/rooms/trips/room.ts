import { listPagePaths, pages } from './page.ts'
import type { Room } from '#server/room'
import { tripRoutes } from './routes.ts'

export const room: Room = {
  routes: tripRoutes,
  pages,
  addresses: listPagePaths,
}
