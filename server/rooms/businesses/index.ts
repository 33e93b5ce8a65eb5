export { renderBusiness } from './page.ts'
export { room } from './room.ts'
