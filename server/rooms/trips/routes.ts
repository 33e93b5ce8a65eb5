import {
  findTrips,
  getMotorPark,
  getTrip,
  listDepartures,
  listMotorParks,
  getRoad,
  listPopularRoads,
} from '#contract/trips/endpoints'
import { serve } from '#server/http/serve'
import { listPopularRoads as listRoads } from './popular-roads.ts'
import * as service from './service.ts'
import * as roads from './road-service.ts'
import * as page from './trip-service.ts'

export const tripRoutes = [
  serve(findTrips, service.findTrips),
  serve(getTrip, page.getTrip),
  serve(listMotorParks, service.listMotorParks),
  serve(getMotorPark, service.getMotorPark),
  serve(listDepartures, service.listDepartures),
  serve(getRoad, roads.getRoad),
  serve(listPopularRoads, listRoads),
]
