export { FeedRefused, sayFinding, type Finding } from './findings.ts'
export { importTimetable, type ImportOptions, type ImportSummary } from './service.ts'
