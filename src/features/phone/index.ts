export { outbox, storage } from './pages.ts'
export { SavingNotice } from './saving-notice.tsx'
