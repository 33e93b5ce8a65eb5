export { ownBoardings } from './repository.ts'
export { boardingRoutes } from './routes.ts'
