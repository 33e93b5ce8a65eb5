export { profileJobs } from './erase.ts'
export { profileRoutes } from './routes.ts'
