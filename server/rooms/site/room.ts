import { listPagePaths, pages } from './page.ts'
import type { Room } from '#server/room'
import { siteRoutes } from './routes.ts'

export const room: Room = {
  routes: siteRoutes,
  pages,
  addresses: listPagePaths,
}
