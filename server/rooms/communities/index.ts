export { isOfficial, refuseOfficial } from './official.ts'
export { room } from './room.ts'
