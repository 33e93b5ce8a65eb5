import { rooms } from '#contract/all'
import type { Endpoint } from '#contract/endpoint'
import { accountRoutes } from '#server/rooms/accounts'
import { boardingRoutes } from '#server/rooms/boarding'
import { bookingRoutes } from '#server/rooms/bookings'
import { changeRoutes } from '#server/rooms/changes'
import { fuelRoutes } from '#server/rooms/fuel'
import { lookupRoutes } from '#server/rooms/lookups'
import { noticeRoutes } from '#server/rooms/notifications'
import { parcelRoutes } from '#server/rooms/parcels'
import { paymentRoutes } from '#server/rooms/payments'
import { profileRoutes } from '#server/rooms/profile'
import { reviewRoutes } from '#server/rooms/reviews'
import { rewardRoutes } from '#server/rooms/rewards'
import { siteRoutes } from '#server/rooms/site'
import { supportRoutes } from '#server/rooms/support'
import { ticketRoutes } from '#server/rooms/tickets'
import { tripRoutes } from '#server/rooms/trips'
import { walletRoutes } from '#server/rooms/wallet'
import { type App, type Binding, makeServer, registerBindings } from '#server/http/fastify'
import type { Host } from '#server/http/host'
import { registerHouse } from '#server/http/house-routes'
import { serveSource } from '#server/http/source-app'
import { serveApp } from '#server/http/static'
import type { Demo } from '#server/demo'

/** What every room answers to. A new room adds its line here. */
const bindings: readonly Binding[] = [
  ...lookupRoutes,
  ...fuelRoutes,
  ...tripRoutes,
  ...bookingRoutes,
  ...changeRoutes,
  ...paymentRoutes,
  ...walletRoutes,
  ...rewardRoutes,
  ...reviewRoutes,
  ...ticketRoutes,
  ...boardingRoutes,
  ...parcelRoutes,
  ...accountRoutes,
  ...profileRoutes,
  ...noticeRoutes,
  ...siteRoutes,
  ...supportRoutes,
]

export interface AppParts extends Host {
  /** The built app to serve; undefined: the API alone. */
  dist?: string | undefined
  /** Serves the app from its sources instead, with reload. */
  isDev?: boolean
  demo?: Demo | undefined
  /** Bindings besides the rooms' own, for tests. */
  more?: readonly Binding[]
}

/** The whole server on a database, ready to listen or to be asked in memory. Close it when done. */
export async function buildApp(parts: AppParts): Promise<App> {
  const app = await makeServer(parts)
  registerHouse(app, parts, promises())
  if (parts.dist !== undefined) await serveApp(app, parts.dist, parts.config)
  if (parts.isDev) await serveSource(app)
  const { config, demo, more = [] } = parts
  registerBindings(app, parts, [...bindings, ...(demo?.routes(config) ?? []), ...more])
  await app.ready()
  return app
}

function promises(): Record<string, readonly Endpoint[]> {
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value
  return Object.fromEntries(
    Object.entries(rooms).map(([name, room]) => [name, Object.values(room).filter(isEndpoint)]),
  )
}
