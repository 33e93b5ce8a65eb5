export { SavingNotice } from './saving-notice.tsx'
export { useFreshWhenSent } from './use-fresh.ts'
export { UnsentCard } from './unsent-card.tsx'
export { NewOrUnsent, OutboxForm, findRefusal, SendingNotice } from './outbox-form.tsx'
