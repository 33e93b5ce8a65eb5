import type { PageQueries } from '#lib/room'
import {
  findTripsQuery,
  getMotorParkQuery,
  getTripQuery,
  listDeparturesQuery,
  listMotorParksQuery,
  listRoutesQuery,
} from './queries.ts'

export const publicPageQueries: PageQueries = {
  findTrips: ({ from = '', to = '', date = '', ...rest }) =>
    findTripsQuery({ ...rest, from, to, date }),
  getMotorPark: ({ park = '' }) => getMotorParkQuery(park),
  getTrip: ({ id = '' }) => getTripQuery(id),
  listDepartures: ({ park = '' }) => listDeparturesQuery(park),
  listMotorParks: () => listMotorParksQuery({}),
  listRoutes: () => listRoutesQuery({}),
}
