import { expect, test } from 'vitest'
import {
  encodeBase32,
  decodeBase32,
  makeHotp,
  computeTotpStep,
  listTotpSteps,
} from '#server/platform/totp'

/** RFC 4226, appendix D. */
test.each([
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
])('code %#: %s', (code) => {
  const at = Number(expect.getState().currentTestName?.match(/code (\d+)/)?.[1])
  expect(makeHotp(Buffer.from('12345678901234567890'), at)).toBe(code)
})

/** RFC 6238, appendix B: the seed repeated to the hash's length. */
const seed = '1234567890'.repeat(7)
const seeds = { sha1: seed.slice(0, 20), sha256: seed.slice(0, 32), sha512: seed.slice(0, 64) }
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('at %i seconds', (seconds, ...codes) => {
  const hashes = ['sha1', 'sha256', 'sha512'] as const
  for (const [at, hash] of hashes.entries())
    expect(makeHotp(Buffer.from(seeds[hash]), computeTotpStep(seconds), { digits: 8, hash })).toBe(
      codes[at],
    )
})

/** RFC 4648, section 10, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is "%s" in base32', (text, coded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(coded)
  expect(decodeBase32(coded).toString()).toBe(text)
})

test('a code is taken half a minute early and late, no more', () => {
  expect(listTotpSteps(computeTotpStep(90))).toEqual([2, 3, 4])
})
