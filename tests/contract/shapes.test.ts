import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as shapes from '#contract/shapes'
import { phoneFormatMessage } from '#contract/phone'

type Shape = z.ZodMiniType
const takes = (shape: Shape, value: unknown) => shape.safeParse(value).success
const saysOf = (shape: Shape, value: unknown) => shape.safeParse(value).error?.issues[0]?.message

const uuid = '0198f3c2-7d4e-7a11-9b3c-5d1f00aa1234'

test.each([
  ['Yoruba', 'Adébáyọ̀ Ọlátúnjí Ṣẹ́gun'],
  ['Igbo', 'Chịdị Nwaọgụgụ Ụzọma'],
  ['Hausa', 'Ɗanladi Ƙwararru Ɓala’u'],
  ['Arabic', 'محمد عبد الله'],
  ['Chinese', '王小明'],
  ['Ajami with marks', 'عَائِشَة'],
  ['an apostrophe and a hyphen', "Ngozi O'Brien-Okafor"],
  ['the shortest', 'Bo'],
  ['80 letters', 'a'.repeat(80)],
])('a name is taken in %s', (_, name) => {
  expect(takes(shapes.personName, name)).toBe(true)
})

test.each([
  ['one letter', 'A'],
  ['only blanks', '      '],
  ['only digits', '12345'],
  ['an emoji', 'Ada 😀'],
  ['a heart', 'Ada ❤️'],
  ['NUL', 'Ada\u0000Obi'],
  ['a line break', 'Ada\nObi'],
  ['an escape', 'Ada\u001b[31m'],
  ['a lone high surrogate', 'Ada \ud83d'],
  ['a lone low surrogate', 'Ada \ude00'],
  ['a script', '<script>alert(1)</script>'],
  ['81 letters', 'a'.repeat(81)],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['10,000 marks on one letter', `a${'\u0301'.repeat(10_000)}`],
  ['a number', 42],
  ['nothing', null],
  ['a list', ['Ada']],
])('a name is refused with %s', (_, name) => {
  expect(takes(shapes.personName, name)).toBe(false)
})

test('a name is kept trimmed and composed, so that the same name is the same text', () => {
  const name = shapes.personName.parse('  A\u0301da\u0300 Obi ')
  expect(name).toBe('\u00c1d\u00e0 Obi')
})

test('no text of any kind breaks a shape, and what is taken is fit for a database', () => {
  const any = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(any, (written) => {
      const { data } = shapes.text(1, 160).safeParse(written)
      if (data === undefined) return
      expect(data.isWellFormed()).toBe(true)
      expect(data).not.toContain('\u0000')
      expect(data.length).toBeLessThanOrEqual(160)
      expect(takes(shapes.text(1, 160), data)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each(['+2348031234567', '+233201234567', '+14155550123', '+8613800138000'])(
  'the phone %s is taken',
  (phone) => {
    expect(takes(shapes.phone, phone)).toBe(true)
  },
)

test.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  [' +2348031234567\n', '+2348031234567'],
  ['+44 20 7946 0958', '+442079460958'],
  ['\u202a+234 803 123 4567\u202c', '+2348031234567'],
  ['0803\u200e-123\u20134567', '+2348031234567'],
  ['00803 123 4567', '+2348031234567'],
  ['tel:+234-803-123-4567', '+2348031234567'],
  ['00234 803 123 4567', '+2348031234567'],
  ['009234 803 123 4567', '+2348031234567'],
  ['+234 (0) 803 123 4567', '+2348031234567'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['0044 (0)7911 123456', '+447911123456'],
  ['0092 301 2345678', '+923012345678'],
  ['0201 270 1234', '+2342012701234'],
  ['01 270 1234', '+2342012701234'],
  ['+234 1 270 1234', '+2342012701234'],
  ['(062) 123456', '+2342062123456'],
])('the phone %j is understood', (written, phone) => {
  expect(shapes.phone.parse(written)).toBe(phone)
})

test.each([
  '',
  '+0803123456',
  '12',
  '+234803123456789012',
  '+23480',
  '0803 123 45',
  '+234803123456٧',
  "+234';drop table",
])('the phone %j is refused with a sentence that shows how to write it', (phone) => {
  expect(saysOf(shapes.phone, phone)).toBe(phoneFormatMessage)
})

test.each(['2026-11-21', '2024-02-29', '2028-02-29', '2000-02-29', '2099-12-31'])(
  'the day %s exists',
  (day) => {
    expect(takes(shapes.day, day)).toBe(true)
  },
)

test.each([
  '2026-02-30',
  '2026-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-10-00',
  '1999-01-01',
  '2026-1-1',
  '21-11-2026',
  '2026-11-21T00:00',
  '2026-11-21\n',
  '٢٠٢٦-١١-٢١',
  'tomorrow',
  '',
])('the day %j is refused', (day) => {
  expect(takes(shapes.day, day)).toBe(false)
})

test('a trip is named by its departure and two stops', () => {
  for (const good of [`${uuid}.0.1`, `${uuid}.12.345`])
    expect(takes(shapes.tripId, good)).toBe(true)
  for (const bad of [
    uuid,
    `${uuid}.0`,
    `${uuid}.0.1.2`,
    `${uuid}.-1.1`,
    `${uuid}.0.1234`,
    `${uuid.toUpperCase()}.0.1`,
    `${uuid}.0.1\n`,
    `${uuid}.0.1'--`,
    '',
    '__proto__',
  ])
    expect(takes(shapes.tripId, bad)).toBe(false)
})

test('seats are whole numbers a bus can have', () => {
  for (const good of [1, 18, 80]) expect(takes(shapes.seatNumber, good)).toBe(true)
  for (const bad of [0, -1, 81, 1.5, '4', Number.NaN, Infinity, 1e21, null])
    expect(takes(shapes.seatNumber, bad)).toBe(false)
})

test('numbers and lists of a query are read from text within their limits', () => {
  expect(shapes.count(1, 6).parse('4')).toBe(4)
  for (const bad of ['0', '7', '1.5', 'four', '1e9', '-1', '', ' ', []])
    expect(takes(shapes.count(1, 6), bad)).toBe(false)
  expect(shapes.commaList(shapes.code, 3).parse('a,,b')).toEqual(['a', 'b'])
  expect(takes(shapes.commaList(shapes.code, 3), 'a,b,c,d')).toBe(false)
  expect(takes(shapes.commaList(shapes.code, 3), '<b>')).toBe(false)
})

test('an email address needs a domain, and money stays within what a number holds', () => {
  for (const good of ['ada@example.com', 'a.b+c@mail.example.ng'])
    expect(takes(shapes.email, good)).toBe(true)
  for (const bad of ['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'a@b..com'])
    expect(takes(shapes.email, bad)).toBe(false)
  for (const bad of [-1, 0.5, 1e13, Number.MAX_SAFE_INTEGER, '100', 100n])
    expect(takes(shapes.kobo, bad)).toBe(false)
})
