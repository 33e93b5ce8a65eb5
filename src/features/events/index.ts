export { followChanges } from './follow-changes.ts'
