import { listRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/** Returns the route at a path, matched as by the router: paths without parameters first; empty if there is none. */
export function findRoute(pathname: string): Partial<Route> {
  const fitting = listRoutes().filter(({ path }) => matchPath(path, pathname) !== null)
  return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0] ?? {}
}
