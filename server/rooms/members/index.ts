export { desks } from './desk.ts'
export { room } from './room.ts'
export { putAtDesk, putFactorOf, takeOffDesk } from './take-on.ts'
