export { room } from './room.ts'
export { seatCounts } from './departure-repository.ts'
export { isOnSaleFromStop } from './legs-repository.ts'
export type { SellablePart } from './sale-repository.ts'
export {
  listCheapestDays,
  mapParksByCode,
  findSellable,
  listNextDepartures,
  summarizeTrips,
} from './sellable.ts'
export { parseTripId, makeTripId } from './trip-id.ts'
