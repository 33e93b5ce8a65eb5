export { forgetReporter, reportsOf } from './report-repository.ts'
export { fuelRoutes } from './routes.ts'
