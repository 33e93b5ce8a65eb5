export { Hub } from './hub.ts'
export { publish, whisper } from './publish.ts'
export { room } from './room.ts'
