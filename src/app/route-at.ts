import { allRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/** The route at a path, matched as the router does: paths without parameters first. */
export function routeAt(pathname: string): Partial<Route> {
  const fitting = allRoutes().filter(({ path }) => matchPath(path, pathname) !== null)
  return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0] ?? {}
}
