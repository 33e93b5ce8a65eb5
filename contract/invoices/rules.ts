/** VAT rates in basis points. Shared road transport is exempt. */
export const vatRates = { exempt: 0, standard: 750 } as const

export type VatRate = keyof typeof vatRates

export const maxOperatorInvoiceKobo = 1_000_000_000

/** The most that an operator may invoice in 24 hours, in kobo. */
export const maxOperatorInvoiceKoboPerDay = 5_000_000_000

/** The most invoices that an operator may issue in 24 hours. */
export const maxOperatorInvoicesPerDay = 200

/** The most that an operator may refund in 24 hours by cancelling paid invoices, in kobo. Our staff may cancel more. */
export const maxOperatorVoidKoboPerDay = 100_000_000

/** The largest invoice of any issuer, in kobo. */
export const maxInvoiceKobo = 100_000_000_000

/** The smallest part of an invoice, in kobo: payment companies accept no less. */
export const minInvoicePartKobo = 10_000

/**
 * The states of an invoice. `overdue`: the due day of an open part is over. `void`: cancelled, perhaps after it was
 * paid.
 */
export const invoiceStates = ['open', 'part_paid', 'overdue', 'paid', 'void'] as const

export const invoicePartStates = ['open', 'paid', 'void', 'refunded'] as const
