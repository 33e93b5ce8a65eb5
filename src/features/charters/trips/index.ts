export { CharterDriverCard } from './driver-card.tsx'
export { charterTitle, stateWords } from './words.ts'
