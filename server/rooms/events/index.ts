export { Hub } from './hub.ts'
export { publish } from './publish.ts'
export { room } from './room.ts'
