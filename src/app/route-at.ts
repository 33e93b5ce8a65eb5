import { allRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/** What a room says of the screen at an address, as the router chooses it: a path without names goes first. */
export function routeAt(pathname: string): Partial<Route> {
  const fitting = allRoutes().filter(({ path }) => matchPath(path, pathname) !== null)
  return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0] ?? {}
}
