import { endpointsByRoom as contract } from '#contract/all'
import type { Endpoint } from '#contract/endpoint'
import { type App, type Binding, makeServer, registerBindings } from '#server/http/fastify'
import type { HttpServices } from '#server/http/host'
import { registerServerRoutes } from '#server/http/house-routes'
import { servePublicPages } from '#server/http/public-pages'
import { serveRobotsAndSitemap } from '#server/http/search-engines'
import { serveAppFromSource } from '#server/http/source-app'
import { serveBuiltApp } from '#server/http/static'
import { listPayables } from '#server/rooms'
import { makeUserAuthenticator } from '#server/rooms/accounts'
import { makeDeskAccess } from '#server/rooms/members'
import { makeOperatorAuthenticator, makeStaffAuthenticator } from '#server/rooms/operators'
import type { Room } from '#server/room'
import { rooms } from '#server/rooms'
import type { Demo } from '#server/demo'

export interface BuildAppOptions extends Omit<HttpServices, 'payables' | 'authenticate' | 'desk'> {
  /** Replaces the authentication of the rooms, for tests. */
  authenticate?: Partial<HttpServices['authenticate']> | undefined
  /** The folder of the built app. If undefined, only the API is served. */
  dist?: string | undefined
  /** Serves the app from its sources and reloads it when they change. */
  isDev?: boolean
  demo?: Demo | undefined
  /** The rooms with their endpoints; tests may add one. */
  house?: { rooms: readonly Room[]; endpoints: Record<string, readonly Endpoint[]> }
  /** Additional bindings, for tests. */
  more?: readonly Binding[]
}

/** Builds the whole server on a database, ready to listen or to answer requests in memory. The caller must close it. */
export async function buildApp(parts: BuildAppOptions): Promise<App> {
  const { config, demo, house = { rooms, endpoints: groupEndpointsByRoom() }, more = [] } = parts
  const host: HttpServices = {
    ...parts,
    payables: listPayables(house.rooms),
    authenticate: {
      user: makeUserAuthenticator(parts),
      operator: makeOperatorAuthenticator(parts),
      staff: makeStaffAuthenticator(parts),
      ...parts.authenticate,
    },
    desk: makeDeskAccess(parts),
  }
  const app = await makeServer(host)
  const figures = house.rooms.flatMap((room) => room.figures ?? [])
  registerServerRoutes(app, host, house.endpoints, figures)
  const lists = house.rooms.flatMap(({ addresses }) => addresses ?? [])
  serveRobotsAndSitemap(app, host, lists)
  if (parts.dist !== undefined) {
    const pages = house.rooms.flatMap((room) => room.pages ?? [])
    await serveBuiltApp(app, parts.dist, parts.config)
    await servePublicPages(app, host, parts.dist, pages)
  }
  if (parts.isDev) await serveAppFromSource(app)
  const bindings = house.rooms.map(({ routes = [] }) => routes)
  registerBindings(app, host, [...bindings, demo?.routes(config) ?? [], more])
  await app.ready()
  return app
}

/**
 * Returns the endpoints of the contract, grouped by the name of their room. Leaves out the contract's other exports.
 */
export function groupEndpointsByRoom(
  all: Record<string, object> = contract,
): Record<string, readonly Endpoint[]> {
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value
  return Object.fromEntries(
    Object.entries(all).map(([name, room]) => [name, Object.values(room).filter(isEndpoint)]),
  )
}
