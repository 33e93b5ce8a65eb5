export { forgetOldPhones, phonesOf } from './push-repository.ts'
export { noticeRoutes } from './routes.ts'
export { announceRefund, announceTicket, noticeJobs } from './service.ts'
export { announceCancelled, announceTripNews } from './trip-news.ts'
