export { issueInvoice } from './issue.ts'
export { findLinkedReference, voidLinkedInvoice } from './linked-invoice.ts'
export { room } from './room.ts'
export { voidOperatorInvoice } from './service.ts'
