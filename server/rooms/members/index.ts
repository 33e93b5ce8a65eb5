export { makeDeskAccess } from './desk.ts'
export { makeMembersRoom } from './room.ts'
export { addToDesk, setUpSecondFactor, removeFromDesk } from './take-on.ts'
