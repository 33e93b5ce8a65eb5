export { lookAfterPayment } from './look-after.ts'
export { PayScreen } from './pay.screen.tsx'
export { TopUpScreen } from './top-up.screen.tsx'
export { PayParcelScreen } from './pay-parcel.screen.tsx'
