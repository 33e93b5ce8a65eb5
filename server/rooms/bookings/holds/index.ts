export { holdSeats, releaseHold, seatTaken, setPassengers } from './hold-service.ts'
export { priceSeats } from './price.ts'
export { holdInTurn } from './queue-hold.ts'
export { advanceTrips, expireHolds } from './seat-repository.ts'
