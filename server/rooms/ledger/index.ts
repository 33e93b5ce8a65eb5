export { makeLedgerRoom } from './room.ts'
