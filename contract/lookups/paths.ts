import { listNyscBatches, listNyscCamps } from '#contract/communities/endpoints'
import { listFuelMonitors, listFuelStations } from '#contract/fuel/endpoints'
import { listAnnouncements, listBanners } from '#contract/notifications/endpoints'
import { listOperatorScores } from '#contract/reviews/endpoints'
import { listTicketKeys } from '#contract/tickets/endpoints'
import { listPopularRoutes } from '#contract/trips/endpoints'
import {
  listCities,
  listConnections,
  listCurrencies,
  listLocations,
  listParcelAddOns,
  listParcelRoutes,
  listParcelSizes,
  listParcelTypes,
  listPassengerTypes,
  listServiceTypes,
  listVehicleTypes,
} from './endpoints.ts'

/** The paths of all lists that the service worker may cache: those of every endpoint whose `cache` is `lookup`. */
export const lookupPaths = [
  listAnnouncements,
  listBanners,
  listCities,
  listConnections,
  listCurrencies,
  listFuelMonitors,
  listFuelStations,
  listLocations,
  listNyscBatches,
  listNyscCamps,
  listOperatorScores,
  listParcelAddOns,
  listParcelRoutes,
  listParcelSizes,
  listParcelTypes,
  listPassengerTypes,
  listPopularRoutes,
  listServiceTypes,
  listTicketKeys,
  listVehicleTypes,
].map(({ path }) => path)
