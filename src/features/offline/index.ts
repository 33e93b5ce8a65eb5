export { SavingNotice } from './saving-notice.tsx'
export { useFreshWhenSent } from './use-fresh.ts'
export { UnsentCard } from './waiting-card.tsx'
export { LogInLater, NewOrUnsent, findRefusal, SendingNotice } from './waiting-form.tsx'
