import { allRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/** What a room says of the screen at an address; nothing where there is none. */
export const routeAt = (pathname: string): Partial<Route> =>
  allRoutes().find(({ path }) => matchPath(path, pathname) !== null) ?? {}
