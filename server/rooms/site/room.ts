import { listPagePaths, articlePages } from './page.ts'
import type { Room } from '#server/room'
import { siteRoutes } from './routes.ts'

export const room: Room = {
  routes: siteRoutes,
  pages: articlePages,
  addresses: listPagePaths,
}
