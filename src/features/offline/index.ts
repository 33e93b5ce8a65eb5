export { SavingNotice } from './saving-notice.tsx'
export { useFreshWhenSent } from './use-fresh.ts'
export { UnsentCard } from './waiting-card.tsx'
export { NewOrUnsent, OutboxForm, findRefusal, SendingNotice } from './waiting-form.tsx'
