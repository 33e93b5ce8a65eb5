export { askEvery, hearsChanges, useTold } from './live.ts'
