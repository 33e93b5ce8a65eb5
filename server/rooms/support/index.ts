export { supportRoutes } from './routes.ts'
export { conversationsOf } from './service.ts'
