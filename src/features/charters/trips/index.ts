export { CharterDriverCard } from './driver-card.tsx'
export { makeCharterTitle, charterStateLabels } from './labels.ts'
