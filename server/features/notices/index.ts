export { noticeRoutes } from './routes.ts'
export { announceRefund, announceTicket, noticeJobs } from './service.ts'
