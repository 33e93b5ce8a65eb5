export { room } from './room.ts'
export { findParks, findSellable, nextDepartures, summarizeTrips } from './sellable.ts'
