export { tripRoutes } from './routes.ts'
export { findParks, findSellable, summarizeTrips } from './sellable.ts'
