import { afterAll, describe, expect, test } from 'vitest'
import { getParcel, getWaybillPdf } from '#contract/parcels/endpoints'
import { priceStorage } from '#server/rooms/parcels'
import { encodeCode128 } from '#server/platform/barcodes'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel, aParcel, aParcelTrip } from '#tests/support/makers/parcels'
import { parsePdfText } from '#tests/support/files/pdf-text'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

describe('a barcode', () => {
  /** The modules as a text, dark ones as 1. */
  function modulesOf(text: string): string {
    const { size, runs } = encodeCode128(text)
    const modules = Array.from({ length: size }, () => '0')
    for (const { column, length } of runs) modules.fill('1', column, column + length)
    return modules.join('')
  }

  test('has the modules that other encoders give for the same words', () => {
    expect(modulesOf('hello')).toBe(
      '110100100001001100001010110010000110010100001100101000010001111010100010011001100011101011',
    )
    // 104 + 48·1 + 42·2 + 42·3 + 17·4 + 18·5 + 19·6 + 35·7 modulo 103 is 55.
    expect(modulesOf('PJJ123C').slice(-24, -13)).toBe('11101000110')
  })

  test('says digits two at a time', () => {
    const symbols = modulesOf('LA12345678K').match(/.{11}/g) ?? []
    expect(modulesOf('LA12345678K')).toHaveLength(11 * 12 + 2)
    // 12, 34, 56, 78 in code C.
    const digits = ['10110011100', '10001011000', '11100010110', '11000010100']
    expect(symbols.slice(4, 8)).toEqual(digits)
  })

  test('has a symbol of its own for each character: eleven modules, an even number of them dark', () => {
    const own = Array.from({ length: 95 }, (_, index) =>
      modulesOf(`~${String.fromCharCode(32 + index)}~`).slice(22, 33),
    )
    for (const symbol of own) expect(symbol.replaceAll('0', '').length % 2).toBe(0)
    expect(new Set(own).size).toBe(95)
  })
})

describe('storage', () => {
  const stored = (ready_at: string, over: Record<string, unknown> = {}) => ({
    ready_at: new Date(ready_at),
    ended_at: null,
    weight_grams: 2000,
    add_ons: [],
    zone: 'Africa/Lagos',
    ...over,
  })
  const at = (now: string, ...more: Parameters<typeof stored>) =>
    priceStorage(stored(...more), new Date(now))

  // 2026-11-23 is a Monday; midnight in Lagos is 23:00 UTC.
  const monday = '2026-11-23T09:00:00Z'

  test('is nothing before the parcel can be collected', () => {
    const waiting = { ...stored(monday), ready_at: null }
    expect(priceStorage(waiting, new Date(monday))).toBeNull()
  })

  test('costs nothing for three working days, then by each day that has begun in Lagos', () => {
    const free_until = '2026-11-26T23:00:00.000Z'
    expect(at(monday, monday)).toEqual({ free_until, per_day_kobo: 20_000, due_kobo: 0 })
    expect(at('2026-11-26T22:59:59Z', monday)?.due_kobo).toBe(0)
    expect(at('2026-11-26T23:00:00Z', monday)?.due_kobo).toBe(20_000)
    expect(at('2026-11-27T22:59:59Z', monday)?.due_kobo).toBe(20_000)
    expect(at('2026-11-27T23:00:00Z', monday)?.due_kobo).toBe(40_000)
  })

  test('begins by the calendar in Lagos, not in London', () => {
    const beforeMidnight = at(monday, '2026-11-22T22:59:59Z')
    const afterMidnight = at(monday, '2026-11-22T23:00:00Z')
    expect(beforeMidnight?.free_until).toBe('2026-11-25T23:00:00.000Z')
    expect(afterMidnight?.free_until).toBe('2026-11-26T23:00:00.000Z')
  })

  test.each([
    ['Thursday', '2026-11-26T09:00:00Z', '2026-12-01T23:00:00.000Z'],
    ['Friday', '2026-11-27T09:00:00Z', '2026-12-02T23:00:00.000Z'],
    ['Saturday', '2026-11-28T09:00:00Z', '2026-12-02T23:00:00.000Z'],
    ['Sunday', '2026-11-29T09:00:00Z', '2026-12-02T23:00:00.000Z'],
  ])('leaves weekends out of the free days: ready on %s', (_day, ready, free_until) => {
    expect(at(ready, ready)?.free_until).toBe(free_until)
  })

  test('counts weekends once it costs', () => {
    // Free until the end of Thursday; Friday, Saturday, Sunday and Monday are owed.
    expect(at('2026-11-30T09:00:00Z', monday)?.due_kobo).toBe(4 * 20_000)
  })

  test('is free for six working days with the add-on, and dearer from ten kilograms on', () => {
    const longer = at(monday, monday, { add_ons: ['fragile', 'longer_storage'] })
    expect(longer?.free_until).toBe('2026-12-01T23:00:00.000Z')
    expect(at('2026-11-27T09:00:00Z', monday, { weight_grams: 9999 })?.due_kobo).toBe(20_000)
    expect(at('2026-11-27T09:00:00Z', monday, { weight_grams: 10_000 })?.due_kobo).toBe(50_000)
  })

  test('stops when it is collected', () => {
    const collected = { ended_at: new Date('2026-11-27T15:00:00Z') }
    expect(at('2027-03-01T09:00:00Z', monday, collected)?.due_kobo).toBe(20_000)
  })

  test('goes by the clock of the place where it waits', () => {
    const accra = at(monday, monday, { zone: 'Africa/Accra' })
    expect(accra?.free_until).toBe('2026-11-27T00:00:00.000Z')
  })
})

describe('the waybill slip', async () => {
  const { db } = await testDatabase()
  const server = await aServer(db)
  afterAll(() => server.close())
  const trip = await aParcelTrip(server)

  test('comes when it is paid, to its sender alone', async () => {
    const { parcel, as } = await aParcel(server, { trip })
    const { tracking_id } = parcel
    const early = await server.call(getWaybillPdf, { tracking_id }, { as })
    expect(early.problem.code).toBe('waybill_not_ready')
    const stranger = await aUser(server)
    expect((await server.call(getWaybillPdf, { tracking_id }, { as: stranger.as })).status).toBe(
      404,
    )
  })

  test('says everything a counter asks, for the parcel and for the sender, and never the PIN', async () => {
    const { parcel, as } = await aPaidParcel(server, {
      trip,
      quote: { type: 'fragile', add_ons: ['fragile'] },
      over: {
        sender: { full_name: 'Ọláìtán Adébáyọ̀', phone: '+2348031234567' },
        receiver: { full_name: 'Ƙabiru Ɗanladi', phone: '+2348056789012' },
        contents: 'Six plates\nand a vase',
        note: 'Keep upright',
      },
    })
    const { tracking_id, waybill, pickup_pin } = parcel
    const slip = await server.call(getWaybillPdf, { tracking_id }, { as })
    expect(slip.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="waybill-${waybill}.pdf"`,
      'cache-control': 'private, no-store',
    })
    const words = parsePdfText(slip.bytes)
    const said = [
      'Stick this on the parcel',
      'For the sender',
      'Lagos to',
      'ABUJA',
      waybill ?? '-',
      tracking_id,
      'Ọláìtán Adébáyọ̀'.normalize('NFC'),
      '0803 123 4567',
      'Ƙabiru Ɗanladi',
      '0805 678 9012',
      'Six plates, and a vase',
      'Keep upright',
      'FRAGILE',
      '₦30,000',
      '₦20,000',
      'Lagos Park',
      'Abuja Park',
      'Udala Test Motors',
      'Kept free for 3 working days',
    ]
    for (const part of said) expect(words).toContain(part)
    expect(pickup_pin).toMatch(/^\d{6}$/)
    expect(words).not.toContain(pickup_pin)
    const { data } = await server.call(getParcel, { tracking_id }, { as })
    expect(data.pickup_pin).toBe(pickup_pin)
  })
})
