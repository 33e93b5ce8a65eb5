import { listRoutes, type Route } from '#lib/room'
import { matchPath } from 'react-router-dom'

/**
 * Returns the route at a path, matched as by the router: paths without parameters first, whatever their case, with or
 * without a slash at the end; empty if there is none. No two paths with parameters match the same path.
 */
export function findRoute(pathname: string): Partial<Route> {
  const routes = listRoutes()
  const path = pathname.split('/').map(decode).join('/')
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  return (
    routes.find((route) => route.path.toLowerCase() === plain) ??
    routes.find((route) => route.path.includes(':') && matchPath(route.path, path) !== null) ??
    {}
  )
}

/** Decodes a part of a path. A slash in it stays encoded, and so does what cannot be decoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('/', '%2F')
  } catch {
    return part
  }
}
