export { paymentJobs } from './jobs.ts'
export { requestRefund } from './refunds.ts'
export { paymentRoutes } from './routes.ts'
