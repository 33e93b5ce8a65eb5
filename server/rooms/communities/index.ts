export { isOfficialSounding, refuseOfficialName } from './official.ts'
export { room } from './room.ts'
