import { rooms } from '#contract/all'
import type { Endpoint } from '#contract/endpoint'
import { accountRoutes } from '#server/features/accounts'
import { boardingRoutes } from '#server/features/boarding'
import { bookingRoutes } from '#server/features/bookings'
import { changeRoutes } from '#server/features/changes'
import { fuelRoutes } from '#server/features/fuel'
import { lookupRoutes } from '#server/features/lookups'
import { noticeRoutes } from '#server/features/notices'
import { parcelRoutes } from '#server/features/parcels'
import { paymentRoutes } from '#server/features/payments'
import { profileRoutes } from '#server/features/profile'
import { reviewRoutes } from '#server/features/reviews'
import { rewardRoutes } from '#server/features/rewards'
import { siteRoutes } from '#server/features/site'
import { supportRoutes } from '#server/features/support'
import { ticketRoutes } from '#server/features/tickets'
import { tripRoutes } from '#server/features/trips'
import { walletRoutes } from '#server/features/wallet'
import { type App, type Binding, makeServer, registerBindings } from '#server/http/fastify'
import type { Host } from '#server/http/host'
import { registerHouse } from '#server/http/house-routes'
import { serveSource } from '#server/http/source-app'
import { serveApp } from '#server/http/static'
import { sandboxRoutes } from '#server/sandbox/routes'

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
  /** Bindings besides the rooms' own, for tests. */
  more?: readonly Binding[]
}

/** The whole server on a database, ready to listen or to be asked in memory. Close it when done. */
export async function buildApp(parts: AppParts): Promise<App> {
  const app = await makeServer(parts)
  registerHouse(app, parts, promises())
  if (parts.dist !== undefined) await serveApp(app, parts.dist, parts.config)
  if (parts.isDev) await serveSource(app)
  registerBindings(app, parts, [...bindings, ...sandboxRoutes(parts.config), ...(parts.more ?? [])])
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
