import { listRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/**
 * Returns the route at a path: paths without parameters first, whatever their case, with or without a slash at the end;
 * empty if there is none. No two paths with parameters match the same path.
 */
export function findRoute(pathname: string): Partial<Route> {
  const routes = listRoutes()
  const plain = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  return (
    routes.find(({ path }) => path.toLowerCase() === plain) ??
    routes.find(({ path }) => path.includes(':') && matchPath(path, pathname) !== null) ??
    {}
  )
}
