export { issueInvoice } from './issue.ts'
export { paperOf, voidPaperOf } from './papers.ts'
export { room } from './room.ts'
export { voidOperatorInvoice } from './service.ts'
