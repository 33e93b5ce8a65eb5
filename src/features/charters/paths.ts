export const charterPaths = {
  /** The page on which the open instalment of a charter is paid. */
  pay: (reference: string) => `/charter-marketplace/confirm-payment?charter=${reference}`,
  /** The page that opens after a payment. */
  paid: (reference: string) => `/charter-marketplace/confirm-payment/success?charter=${reference}`,
  charter: (reference: string) => `/profile/charters/${reference}`,
  /** The page of a request and its offers. */
  request: (reference: string) => `/charter-request/success?request=${reference}`,
}
