export { Camera } from './camera.tsx'
export { DepartureLimitNote } from './departure-limit-note.tsx'
export { useNewCodeFilter } from './new-code-filter.ts'
export { boardingStores } from './stores.ts'
