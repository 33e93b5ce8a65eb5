import { formatCount } from '#contract/quantities'
import * as z from 'zod/mini'
import { phoneFormatMessage, parsePhone } from './phone.ts'
import { maxPhotoBytes } from './photo.ts'
import { isCalendarDay } from './wall-clock.ts'

/** Characters that no line of text may contain: controls (also NUL) and lone surrogates. */
const unprintable =
  /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u

/**
 * More combining marks on one letter than any language has (UAX #15 allows 30). The time to normalise them grows with
 * the square of their number.
 */
const pileOfMarks = /\p{M}{31}/u

const unusable = 'Some of these characters cannot be used.'

/** The checks of length and marks. They end at the first failure, since the checks after them cost more. */
const bounded = (max: number) =>
  [
    z.maxLength(max * 4, { error: `Use at most ${formatCount(max, 'character')}.`, abort: true }),
    z.refine<string>((value) => !pileOfMarks.test(value), { error: unusable, abort: true }),
  ] as const

const requiredMessage = 'Fill this in.'

/**
 * One line of text: trimmed, NFC, `min` to `max` characters, no control characters. `missing`: the message for an empty
 * field.
 */
export const text = (min: number, max: number, missing = requiredMessage) =>
  z.string().check(
    ...bounded(max),
    z.trim(),
    z.normalize('NFC'),
    z.minLength(Math.min(min, 1), { error: missing, abort: true }),
    z.minLength(min, `Use at least ${formatCount(min, 'character')}.`),
    z.maxLength(max, `Use at most ${formatCount(max, 'character')}.`),
    z.refine((value) => !unprintable.test(value), unusable),
  )

/** Characters that no text of several lines may contain: those of `unprintable`, except line breaks. */
const unprintableInLines =
  /[\u0000-\u0009\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u

/** Several lines of text: trimmed, NFC, `min` to `max` characters, at most one empty line in a row. */
export const lines = (min: number, max: number) =>
  z.string().check(
    ...bounded(max),
    z.overwrite((value) => value.replaceAll(/\r\n?/g, '\n').replaceAll(/\n{3,}/g, '\n\n')),
    z.trim(),
    z.normalize('NFC'),
    z.minLength(Math.min(min, 1), { error: requiredMessage, abort: true }),
    z.minLength(min, `Use at least ${formatCount(min, 'character')}.`),
    z.maxLength(max, `Use at most ${formatCount(max, 'character')}.`),
    z.refine((value) => !unprintableInLines.test(value), unusable),
  )

/**
 * A person's name in any script: 2 to 80 characters, at least one letter. `missing`: the message for an empty field,
 * which says whose name to enter.
 */
export const makePersonNameSchema = (missing: string) =>
  text(2, 80, missing).check(
    z.refine((value) => /\p{L}/u.test(value), 'Enter the name in letters.'),
    z.refine(
      (value) => !/[\p{Extended_Pictographic}<>]/u.test(value),
      'Enter the name in letters.',
    ),
  )

/** A person's name, with the general message for an empty field. */
export const personName = makePersonNameSchema(requiredMessage)

/** A phone number as people write it (`0803 123 4567`) or in E.164. The output is E.164 (`+2348031234567`). */
export const phone = z.string().check(
  z.maxLength(64, { error: phoneFormatMessage, abort: true }),
  z.overwrite((written) => parsePhone(written) ?? written),
  z.regex(/^\+[1-9]\d{7,14}$/, phoneFormatMessage),
)

export const email = z
  .string()
  .check(
    z.maxLength(160, { error: 'This email address is too long.', abort: true }),
    z.regex(
      /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
      'Enter the email address like ada@example.com.',
    ),
  )

/** An existing calendar day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .check(
    z.regex(/^20\d{2}-\d{2}-\d{2}$/, 'Enter the date like 2026-11-21.'),
    z.refine(isCalendarDay, 'This day does not exist.'),
  )

/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime()

const timeSentence = 'Enter the time like 2026-11-21T10:00:00Z.'

/** An instant by the clock of a device, which may be wrong: a device that lost its clock reports 1970. */
export const deviceInstant = instant.check(z.regex(/^(?!0000).{1,30}$/, timeSentence))

/** An instant in this century, so that days computed from it are valid for `day`. */
export const thisCenturyInstant = instant.check(z.regex(/^20.{1,28}$/, timeSentence))

/** Integer kobo, 0 or more. 100 kobo = ₦1. */
export const kobo = z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))

/** Integer kobo that may be negative, for discounts and price differences. */
export const signedKobo = z.int().check(z.minimum(-1_000_000_000_000), z.maximum(1_000_000_000_000))

/** A short code: city, motor park, operator, amenity. */
export const code = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'This code is not one of ours.'))

export const seatNumber = z
  .int()
  .check(z.minimum(1, 'This seat does not exist.'), z.maximum(80, 'This seat does not exist.'))

/** A reference that people read aloud: 10 Crockford characters and a check character. Spaces and case are ignored. */
export const reference = z
  .string()
  .check(z.regex(/^[0-9A-Za-z][0-9A-Za-z -]{9,15}$/, 'A reference has 11 letters and digits.'))

/** A trip as it is sold: departure and legs, `{uuid}.{from}.{to}`. */
export const tripId = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.\d{1,3}\.\d{1,3}$/,
      'This is not one of our trips.',
    ),
  )

/** A whole number in a JSON body. Null and true are refused. */
export const wholeNumber = (min: number, max: number) => {
  const words = `Enter a whole number from ${min} to ${max}.`
  return z.int(words).check(z.minimum(min, words), z.maximum(max, words))
}

/** A whole number that may come as text from a query. */
export const count = (min: number, max: number) =>
  z.coerce
    .number(`Enter a whole number from ${min} to ${max}.`)
    .check(
      z.int(`Enter a whole number from ${min} to ${max}.`),
      z.minimum(min, `Enter a whole number from ${min} to ${max}.`),
      z.maximum(max, `Enter a whole number from ${min} to ${max}.`),
    )

/** A list in a query: `a,b,c`. */
export const commaList = <T extends z.ZodMiniType<string, string>>(item: T, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(2000, 'This list is too long.')),
      z.transform((value) => value.split(',').filter((part) => part !== '')),
    ),
    z.array(item).check(z.maxLength(max, `Choose at most ${max}.`)),
  )

export const id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not one of our numbers.'))

/** The first page is 1, which is also the default. */
export const page = z._default(count(1, 10_000), 1)

export const perPage = (usual: number) => z._default(count(1, 100), usual)

export const PageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int() })

const maxPhotoTextLength = Math.ceil(maxPhotoBytes / 3) * 4

/** Widths in which icons and photos are served, px. */
const widths = '16 32 48 64 96 128 256 384 640 750 828 1080 1200 1920 2048 3840'.split(' ')

/** `w` of a photo's URL: the requested width, px. Narrower photos are not enlarged. */
export const photoWidth = z.optional(z.enum(widths, `Ask for one of ${widths.join(', ')}.`))

/** A JPEG as base64. The server re-encodes it, which removes location and camera. */
export const jpeg = z.string().check(
  z.maxLength(maxPhotoTextLength, { error: 'A photo can be at most 5 MB.', abort: true }),
  // Checks one character at a time: a repeated group would use memory for each of seven million characters.
  z.refine(
    (text) => text.startsWith('/9j/') && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')),
    'The photo must be a JPEG.',
  ),
)
