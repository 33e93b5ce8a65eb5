export { cancelTripByOperator } from './cancel-service.ts'
export { changeRoutes } from './routes.ts'
