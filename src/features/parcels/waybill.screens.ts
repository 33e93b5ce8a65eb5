export { SuccessScreen } from './success.screen.tsx'
export { SummaryScreen } from './summary.screen.tsx'
