/** Where the things of this room are shown. */
export const charterPaths = {
  /** The page to pay the open instalment of a charter. */
  pay: (reference: string) => `/charter-marketplace/confirm-payment?charter=${reference}`,
  /** The address after a payment. */
  paid: (reference: string) => `/charter-marketplace/confirm-payment/success?charter=${reference}`,
  /** The page of a charter. */
  charter: (reference: string) => `/profile/charters/${reference}`,
  /** The page of a request with its offers. */
  request: (reference: string) => `/charter-request/success?request=${reference}`,
}
