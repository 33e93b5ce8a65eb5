export { followChanges, type Following } from './follow-changes.ts'
