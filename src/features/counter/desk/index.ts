export { NoShiftNotice } from './no-shift-notice.tsx'
export { openShiftQuery } from './queries.ts'
export { makeSalePath } from './sale-facts.ts'
