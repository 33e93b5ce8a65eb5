import { standIns } from './companies.ts'

const known = new Map(
  Object.values(standIns)
    .flatMap(({ cards }) => cards)
    .map(({ number, does }) => [digits(number), does]),
)

/** Returns why a card is refused; undefined if it is accepted. */
export function explainCardRefusal(written: string): string | undefined {
  const does = known.get(digits(written))
  if (does === undefined) return 'This is not one of the test cards. Never type a real card here.'
  if (does === 'is declined') return 'Declined by the bank'
  return does === 'has too little money' ? 'Insufficient funds' : undefined
}

function digits(written: string): string {
  return written.replaceAll(/\D/g, '')
}
