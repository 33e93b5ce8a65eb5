export { Camera } from './camera.tsx'
export { useNewSight } from './sight.ts'
export { boardingStores } from './stores.ts'
