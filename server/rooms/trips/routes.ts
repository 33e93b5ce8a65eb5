import {
  findTrips,
  getMotorPark,
  getTrip,
  listDepartures,
  listMotorParks,
  getRoute,
  listPopularRoutes,
  listRoutes,
} from '#contract/trips/endpoints'
import { bindEndpoint } from '#server/http/serve'
import { listPopularRoutes as listRoads } from './popular-route-service.ts'
import * as service from './service.ts'
import * as routeService from './route-service.ts'
import * as tripService from './trip-service.ts'

export const tripRoutes = [
  bindEndpoint(findTrips, service.findTrips),
  bindEndpoint(getTrip, tripService.getTrip),
  bindEndpoint(listMotorParks, service.listMotorParks),
  bindEndpoint(getMotorPark, service.getMotorPark),
  bindEndpoint(listDepartures, service.listDepartures),
  bindEndpoint(getRoute, routeService.getRoute),
  bindEndpoint(listRoutes, routeService.listRoutes),
  bindEndpoint(listPopularRoutes, listRoads),
]
