export { lookAfterPayment } from './look-after.ts'
export { Paying } from './paying.tsx'
export { TopUpScreen } from './top-up.screen.tsx'
