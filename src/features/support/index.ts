export { SupportButton } from './support-button.tsx'
export { talks } from './talks.ts'
