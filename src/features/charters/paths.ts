/** Where the open instalment of a charter is paid. */
export const payPath = (reference: string) =>
  `/charter-marketplace/confirm-payment?charter=${reference}`

/** The address after a payment. */
const paidPath = (reference: string) =>
  `/charter-marketplace/confirm-payment/success?charter=${reference}`

/** A charter of mine with all that is known of it. */
export const charterPath = (reference: string) => `/profile/charters/${reference}`

/** A request of mine with its offers. */
export const requestPath = (reference: string) => `/charter-request/success?request=${reference}`

/** The same for the rooms beside this one. */
export const charterPaths = { pay: payPath, paid: paidPath, charter: charterPath }
