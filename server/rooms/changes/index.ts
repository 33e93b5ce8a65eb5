export { cancelTripByOperator } from './cancel-service.ts'
export { room } from './room.ts'
