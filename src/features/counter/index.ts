export { MeansField, meansLabels } from './means-field.tsx'
export { Receipt, ReceiptSlip, SoldTickets } from './receipt.tsx'
