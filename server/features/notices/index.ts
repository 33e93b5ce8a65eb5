export { announceRefund, announceTicket, noticeJobs } from './service.ts'
