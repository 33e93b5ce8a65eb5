import { listRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/** Returns the route at a path, matched as the router does: paths without parameters first. */
export function findRoute(pathname: string): Partial<Route> {
  const fitting = listRoutes().filter(({ path }) => matchPath(path, pathname) !== null)
  return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0] ?? {}
}
