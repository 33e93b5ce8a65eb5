export { room } from './room.ts'
export { passengerTypePricesSql } from './repository.ts'
