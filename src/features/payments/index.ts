export { PayScreen } from './pay.screen.tsx'
export { TopUpScreen } from './top-up.screen.tsx'
