export { followChanges, type Following } from './follow-changes.ts'
export { askEvery, hearsChanges, useTold } from './live.ts'
