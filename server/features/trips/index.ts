export { findParks, findSellable, summarizeTrips, type Sellable } from './sellable.ts'
