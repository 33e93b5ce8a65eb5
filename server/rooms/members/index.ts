export { makeDeskAccess } from './desk.ts'
export { room } from './room.ts'
export { addToDesk, setFactor, removeFromDesk } from './take-on.ts'
