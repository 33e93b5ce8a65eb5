export { EventHub } from './hub.ts'
export { publishEvent, sendTransientEvent } from './publish.ts'
export { room } from './room.ts'
