export { offerSeats } from './offering.ts'
export { offerDeparture } from './operator-service.ts'
export { room } from './room.ts'
export { joinWaitingList } from './service.ts'
