export { tripRoutes } from './routes.ts'
export { findParks, findSellable, nextDepartures, summarizeTrips } from './sellable.ts'
