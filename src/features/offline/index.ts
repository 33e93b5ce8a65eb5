export { SavingNotice } from './saving-notice.tsx'
export { useFreshWhenSent } from './use-fresh.ts'
export { WaitingCard } from './waiting-card.tsx'
export { LogInLater, NewOrWaiting, refusalOf, SendingNotice } from './waiting-form.tsx'
