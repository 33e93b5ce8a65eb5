export { businessPage } from './page.ts'
export { room } from './room.ts'
