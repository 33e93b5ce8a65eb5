export { lookAfterPayment } from './look-after.ts'
export { Paying } from './paying.tsx'
