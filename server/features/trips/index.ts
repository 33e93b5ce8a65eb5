export { tripRoutes } from './routes.ts'
export { findParks, findSellable, summarizeTrips, type Sellable } from './sellable.ts'
