export { room } from './room.ts'
export { seatCountsSql } from './departure-repository.ts'
export { isOnSaleFromStopSql } from './legs-repository.ts'
export type { SeatLayout } from './trip-repository.ts'
export type { SellableTripPart } from './sale-repository.ts'
export {
  listCheapestFares,
  findSellableByWireId,
  findTripsWithParks,
  listNextDepartures,
  summarizeTrips,
} from './sellable.ts'
export { parseTripId, makeTripId } from './trip-id.ts'
