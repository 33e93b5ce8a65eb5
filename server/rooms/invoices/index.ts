export { issueInvoice } from './issue.ts'
export { findLinkedInvoiceReference, voidLinkedInvoice } from './linked-invoice.ts'
export { room } from './room.ts'
export { voidOperatorInvoice } from './service.ts'
