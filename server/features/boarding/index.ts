export { boardingRoutes } from './routes.ts'
