export { holdSeats, releaseHold, makeSeatTakenRefusal, setPassengers } from './hold-service.ts'
export { priceSeats } from './price.ts'
export { holdSeatsForTurn } from './queue-hold.ts'
export { advanceTrips, expireHolds } from './seat-repository.ts'
