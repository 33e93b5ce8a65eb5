export { InvoiceScreen } from './invoice.screen.tsx'
export { MyInvoicesScreen } from './my-invoices.screen.tsx'
export { ReceiptScreen } from './receipt.screen.tsx'
