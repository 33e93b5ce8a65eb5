export { Camera } from './camera.tsx'
export { useNewCodeFilter } from './new-code-filter.ts'
export { boardingStores } from './stores.ts'
