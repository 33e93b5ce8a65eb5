export { addRun } from './own-runs-repository.ts'
export { FeedRefused } from './findings.ts'
export { importTimetable, type ImportOptions } from './service.ts'
export { saySummary } from './summary.ts'
