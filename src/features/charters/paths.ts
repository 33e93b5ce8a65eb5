/** Where the things of this room are shown. */
export const charterPaths = {
  /** Where the open instalment of a charter is paid. */
  pay: (reference: string) => `/charter-marketplace/confirm-payment?charter=${reference}`,
  /** The address after a payment. */
  paid: (reference: string) => `/charter-marketplace/confirm-payment/success?charter=${reference}`,
  /** A charter of mine with all that is known of it. */
  charter: (reference: string) => `/profile/charters/${reference}`,
  /** A request of mine with its offers. */
  request: (reference: string) => `/charter-request/success?request=${reference}`,
}
