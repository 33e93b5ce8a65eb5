export { PayScreen } from './pay.screen.tsx'
