/** What is paid here: a booking by its reference, a parcel by its tracking id, or a part of an invoice by its own. */
export interface Due {
  purpose: 'booking' | 'parcel' | 'invoice'
  reference: string
}

/** A part of an invoice begins with the reference of the whole. */
const invoiceOf = (part: string) => part.split('-')[0] ?? part

/** The screen where it is paid. */
export function payPath({ purpose, reference }: Due): string {
  if (purpose === 'booking') return `/bookride/pay?booking=${reference}`
  if (purpose === 'invoice') return `/invoice-checkout?reference=${invoiceOf(reference)}`
  return `/waybill/proceed?parcel=${reference}`
}

const asks = { booking: 'getBooking', parcel: 'getParcel', invoice: 'getInvoice' } as const

/** Under which key its newest state is asked for. */
export const dueKey = ({ purpose, reference }: Due) => [
  asks[purpose],
  purpose === 'invoice' ? invoiceOf(reference) : reference,
]

/** What a payment buys, in words. */
export const gotWords = {
  booking: 'the ticket',
  parcel: 'the waybill number',
  invoice: 'the receipt',
} as const
