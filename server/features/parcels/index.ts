export { parcelRoutes } from './routes.ts'
export { forgetParcels, parcelJobs, parcelsOfPerson } from './upkeep.ts'
