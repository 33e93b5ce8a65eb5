export { businessPublicPage } from './page.ts'
export { room } from './room.ts'
