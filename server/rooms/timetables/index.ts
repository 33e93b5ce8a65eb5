export { deleteOldNetworkHashes, insertOneDayDeparture } from './own-runs-repository.ts'
export { FeedError } from './faults.ts'
export { importTimetable, type ImportOptions } from './service.ts'
export { formatImportSummary } from './summary.ts'
