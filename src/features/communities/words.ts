import type { reportReasons } from '#contract/communities/model'
import type { Kind } from './queries.ts'

export const kindWords: Record<Kind, string> = {
  road: 'Roads',
  city: 'Cities',
  campus: 'Campuses',
  camp: 'NYSC camps',
  trade: 'Trades',
}

export type Reason = (typeof reportReasons)[number]

export const reasonWords: Record<Reason, string> = {
  scam: 'It wants to cheat people',
  spam: 'Advertising, or the same again and again',
  insult: 'It insults or threatens',
  private: 'It tells what is private',
  wrong: 'It is false and dangerous',
}
