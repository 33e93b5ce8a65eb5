export { parcelRoutes } from './routes.ts'
