/**
 * The thing being paid: a booking or a charter by its reference, a parcel by its tracking id, or a part of an
 * invoice by its own.
 */
export interface Due {
  purpose: 'booking' | 'parcel' | 'charter' | 'invoice'
  reference: string
}

/** A part of an invoice begins with the reference of the whole. */
const invoiceOf = (part: string) => part.split('-')[0] ?? part

/** The screen where it is paid. */
export function payPath({ purpose, reference }: Due): string {
  if (purpose === 'booking') return `/bookride/pay?booking=${reference}`
  if (purpose === 'invoice') return `/invoice-checkout?reference=${invoiceOf(reference)}`
  if (purpose === 'charter') return `/charter-marketplace/confirm-payment?charter=${reference}`
  return `/waybill/proceed?parcel=${reference}`
}

const asks = {
  booking: 'getBooking',
  parcel: 'getParcel',
  charter: 'getCharter',
  invoice: 'getInvoice',
} as const

/** Under which key its newest state is asked for. */
export const dueKey = ({ purpose, reference }: Due) => [
  asks[purpose],
  purpose === 'invoice' ? invoiceOf(reference) : reference,
]

/** The name of what a payment buys. */
export const gotWords = {
  booking: 'the ticket',
  parcel: 'the waybill number',
  charter: 'the vehicle',
  invoice: 'the receipt',
} as const
