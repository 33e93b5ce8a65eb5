export { followChanges } from './follow-changes.ts'
export { askEvery, hearsChanges, useTold } from './live.ts'
