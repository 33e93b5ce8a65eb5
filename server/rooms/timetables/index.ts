export { deleteOldNetworkHashes, insertOneDayDeparture } from './own-runs-repository.ts'
export { FeedError } from './findings.ts'
export { importTimetable, type ImportOptions } from './service.ts'
export { formatImportSummary } from './summary.ts'
