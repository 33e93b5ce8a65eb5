import type { Company } from './charge-repository.ts'

/** The companies' own test cards (their documentation, and reference in the design): number and what happens. */
export const testCards: Record<Company, readonly { number: string; does: string }[]> = {
  paystack: [
    { number: '4084 0840 8408 4081', does: 'goes through' },
    { number: '4084 0800 0000 5408', does: 'is declined' },
    { number: '4084 0800 0067 0037', does: 'has too little money' },
  ],
  flutterwave: [
    { number: '5531 8866 5214 2950', does: 'goes through' },
    { number: '5143 0105 2233 9965', does: 'is declined' },
    { number: '5258 5859 2266 6506', does: 'has too little money' },
  ],
}

const known = new Map(
  Object.values(testCards)
    .flat()
    .map(({ number, does }) => [digits(number), does]),
)

/** Why a card does not pay; undefined when it does. */
export function isRefused(written: string): string | undefined {
  const does = known.get(digits(written))
  if (does === undefined) return 'This is not one of the test cards. Never type a real card here.'
  if (does === 'is declined') return 'Declined by the bank'
  return does === 'has too little money' ? 'Insufficient funds' : undefined
}

function digits(written: string): string {
  return written.replaceAll(/\D/g, '')
}
