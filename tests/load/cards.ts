import { testCards } from '#server/sandbox/test-cards'

const numberOf = (company: keyof typeof testCards, does: string) =>
  testCards[company].find((card) => card.does === does)?.number ?? ''

/** Each company's test card that goes through. */
export const goodCard = {
  paystack: numberOf('paystack', 'goes through'),
  flutterwave: numberOf('flutterwave', 'goes through'),
}

/** Each company's test card that is declined. */
export const refusedCard = {
  paystack: numberOf('paystack', 'is declined'),
  flutterwave: numberOf('flutterwave', 'is declined'),
}
