export { CharterDriverCard } from './driver-card.tsx'
export { charterTitle, stateLabels } from './labels.ts'
