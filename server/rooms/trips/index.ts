export { room } from './room.ts'
export { isOnSaleFromStop } from './legs-repository.ts'
export type { Sellable } from './sale-repository.ts'
export {
  cheapestDays,
  findParks,
  findSellable,
  nextDepartures,
  summarizeTrips,
} from './sellable.ts'
export { tripPartOf, wireTripId } from './trip-id.ts'
