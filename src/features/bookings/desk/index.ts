export { DepartureLimitNote } from './departure-limit-note.tsx'
export { departuresQuery } from './queries.ts'
