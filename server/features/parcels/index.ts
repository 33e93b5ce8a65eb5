export { parcelRoutes } from './routes.ts'
export { storageOf } from './storage.ts'
export { forgetParcels, parcelJobs, parcelsOfPerson } from './upkeep.ts'
