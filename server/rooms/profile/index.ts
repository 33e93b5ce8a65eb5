export { makeProfileRoom } from './room.ts'
