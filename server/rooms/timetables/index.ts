export { forgetDepartureNetworks, insertOneDayDeparture } from './own-runs-repository.ts'
export { FeedError } from './findings.ts'
export { importTimetable, type ImportOptions } from './service.ts'
export { formatSummary } from './summary.ts'
