import { errorTable } from '#contract/errors'
import { expect, test } from 'vitest'

/**
 * Codes with a short message: plain instructions, refusals that only programs and desks get, and those that need no
 * next step.
 */
const statesOnly = [
  'malformed_body',
  'idempotency_key_missing',
  'not_signed_in',
  'bad_signature',
  'not_allowed',
  'code_needed',
  'method_not_allowed',
  'unsupported_media_type',
  'idempotency_key_reused',
  'passengers_missing',
  'pin_required',
  'claim_answered',
  'review_answered',
  'invoice_void',
  'conversation_open',
  'already_offered',
  'name_needed',
  'listing_decided',
  'second_factor_needed',
]

test('a refusal says what to do next', () => {
  const clauses = (sentence: string) => sentence.match(/[.,:](?= |$)/g)?.length ?? 0
  const short = Object.entries(errorTable).filter(([, [, sentence]]) => clauses(sentence) < 2)
  expect(short.map(([code]) => code)).toEqual(statesOnly)
})
