export { outbox, storage } from './pages.ts'
export { SavingNotice } from './saving-notice.tsx'
export { WaitingCard } from './waiting-card.tsx'
export { LogInLater, refusalOf, SendingNotice, useSending } from './waiting-form.tsx'
