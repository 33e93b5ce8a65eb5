import { afterAll, expect, test } from 'vitest'
import { createParcel, getParcelPhoto } from '#contract/parcels/endpoints'
import { maxUnpaidParcels } from '#contract/parcels/rules'
import { signUp } from '#contract/accounts/endpoints'
import { inTransaction } from '#server/db/client'
import { runAsJob } from '#server/db/current-work'
import { reencodePhoto } from '#server/platform/photos'
import { testDatabase } from '#tests/support/database/test-database'
import {
  aJpeg,
  fakeJpegSize,
  addCameraData,
  hideJpegSize,
  repeatLastScan,
  parseJpegSize,
} from '#tests/support/files/jpegs'
import { aParcel, aParcelInput, aParcelTrip, aQuoteInput } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { makeDepsWithoutServer } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)
const small = await aJpeg()
const inScans = await aJpeg(2000, 1500, true)
const aGif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const disguised = Buffer.concat([small.subarray(0, 3), aGif])
const tooLarge = 'This picture is too large. Take it with fewer megapixels.'

const sent = (photo: Buffer | string) => ({
  ...aParcelInput(aQuoteInput(trip)),
  photo: typeof photo === 'string' ? photo : photo.toString('base64'),
})

test('a photo comes back upright, without where and with what it was taken, to its owner alone', async () => {
  const place = 'Allen Avenue 12'
  const photo = addCameraData(small, place).toString('base64')
  const { parcel, as } = await aParcel(server, { trip, over: { photo } })
  expect(parcel.photo).toBe(`/v1/waka/parcels/${parcel.tracking_id}/photo.jpg`)

  const { tracking_id } = parcel
  const shown = await server.call(getParcelPhoto, { tracking_id }, { as })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(parseJpegSize(shown.bytes)).toEqual([40, 60])
  expect(shown.bytes.includes('Exif')).toBe(false)
  expect(shown.bytes.includes(place)).toBe(false)

  const stranger = await aUser(server)
  const asked = await server.call(getParcelPhoto, { tracking_id }, { as: stranger.as })
  expect(asked.status).toBe(404)
  expect((await server.call(getParcelPhoto, { tracking_id })).status).toBe(401)
})

test('a large photo is made smaller, and served at the width that is requested', async () => {
  const photo = (await aJpeg(4000, 2000)).toString('base64')
  const { parcel, as } = await aParcel(server, { trip, over: { photo } })
  const { tracking_id } = parcel
  const sizeAt = async (w?: string) => {
    const { bytes } = await server.call(getParcelPhoto, { tracking_id, ...(w && { w }) }, { as })
    return parseJpegSize(bytes)
  }
  expect(await sizeAt()).toEqual([3840, 1920])
  for (const w of ['640', '1920', '2048', '3840'])
    expect(await sizeAt(w)).toEqual([Number(w), Number(w) / 2])
  const answer = await server.call(getParcelPhoto, { tracking_id, w: '1000' }, { as })
  expect(answer.problem.fields?.['w']).toMatch(/^Ask for one of 16, 32/)
})

test('a parcel without a photo has none', async () => {
  const { parcel, as } = await aParcel(server, { trip })
  const { tracking_id } = parcel
  expect(parcel.photo).toBeNull()
  expect((await server.call(getParcelPhoto, { tracking_id }, { as })).status).toBe(404)
})

const unreadable = 'This picture cannot be read. Take it again.'

test.each([
  ['cut off', () => small.subarray(0, small.length - 200), unreadable],
  ['nothing but its first bytes', () => small.subarray(0, 24), unreadable],
  ['noise', () => Buffer.concat([small.subarray(0, 4), Buffer.alloc(3000, 0x5a)]), unreadable],
  ['much larger than its bytes', () => fakeJpegSize(small, 4000, 4000), unreadable],
  ['drawn fifty thousand times over', () => repeatLastScan(inScans, 50_000), unreadable],
  ['of another format', () => aGif, 'The photo must be a JPEG.'],
  ['of another format behind the first bytes of a JPEG', () => disguised, unreadable],
  ['without height', () => fakeJpegSize(small, 60, 0), unreadable],
  ['of 30 megapixels', () => fakeJpegSize(small, 6000, 5000), tooLarge],
  ['hiding its 30 megapixels', () => hideJpegSize(fakeJpegSize(small, 6000, 5000)), tooLarge],
])('a picture that is %s is refused at its field', async (_name, broken, words) => {
  const { as } = await aUser(server)
  const answer = await server.call(createParcel, sent(broken()), { as })
  expect(answer.status).toBe(400)
  expect(answer.problem.fields).toEqual({ photo: words })
})

test('photos of one person are made one after the other, few may wait, and others do not wait for them', async () => {
  const encode = (person: string, photo: Buffer) =>
    runAsJob(person, () =>
      reencodePhoto(
        { ...makeDepsWithoutServer(db), ip: person },
        photo.toString('base64'),
        'photo',
      ),
    )
  // Start both photo processes first.
  await Promise.all(['ada', 'bola'].map((one) => encode(one, small)))
  const order: string[] = []
  // All photos are queued before the first one is encoded, since each waits for a query of the database first.
  const slow = await aJpeg(4000, 3000, true)
  const flood = Array.from({ length: 7 }, () =>
    encode('flood', slow).then(() => order.push('flood')),
  )
  const others = ['ada', 'bola'].map((one) => encode(one, small).then(() => order.push(one)))
  const ends = await Promise.allSettled([...flood, ...others])
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 3 }, () => 'too_many_requests'))
  expect(order.indexOf('ada')).toBeLessThan(3)
  expect(order.indexOf('bola')).toBeLessThan(4)
})

test('no photo is encoded inside a transaction', async () => {
  const inside = inTransaction(db, (tx) =>
    reencodePhoto(
      { ...makeDepsWithoutServer(tx), ip: '127.0.0.1' },
      small.toString('base64'),
      'photo',
    ),
  )
  await expect(inside).rejects.toThrow('inside a transaction')
})

test('a photo is not decoded for a parcel that cannot be created', async () => {
  const { as } = await aUser(server)
  const broken = sent(small.subarray(0, small.length - 200))
  const { quote: _, ...unquoted } = broken
  const gone = { ...unquoted, quote_id: crypto.randomUUID() }
  expect((await server.call(createParcel, gone, { as })).problem.code).toBe('quote_expired')
  const noQuote = await server.call(createParcel, unquoted, { as })
  expect(Object.keys(noQuote.problem.fields ?? {})).toEqual(['quote_id'])
  const elsewhere = { ...broken, drop_off: { at: 'door' as const } }
  const moved = await server.call(createParcel, elsewhere, { as })
  expect(Object.keys(moved.problem.fields ?? {})).toEqual(['drop_off.at'])
  const plain = aParcelInput(aQuoteInput(trip))
  for (let n = 0; n < maxUnpaidParcels; n += 1)
    expect((await server.call(createParcel, plain, { as })).status).toBe(200)
  expect((await server.call(createParcel, broken, { as })).problem.code).toBe('too_many_unpaid')
})

test('a repeat of a call with a photo replays its answer', async () => {
  const { as } = await aUser(server)
  const key = crypto.randomUUID()
  const first = await server.call(createParcel, sent(small), { as, key })
  const again = await server.call(createParcel, sent(small), { as, key })
  expect(first.status).toBe(200)
  expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', first.text])
})

test('a call that carries photos takes more than others, and not everything', async () => {
  const { as } = await aUser(server)
  const half = sent(`/9j/${'A'.repeat(400_000)}`)
  expect((await server.call(createParcel, half, { as })).problem.fields?.['photo']).toBe(unreadable)
  const most = sent(`/9j/${'A'.repeat(7_400_000)}`)
  expect((await server.call(createParcel, most, { as })).problem.code).toBe('body_too_large')
  const other = await server.call(signUp, { full_name: 'A'.repeat(400_000) })
  expect(other.problem.code).toBe('body_too_large')
  const { paths } = (await server.app.inject('/api/openapi.json')).json()
  expect(paths['/api/v1/waka/parcels'].post.requestBody.description).toBe('At most 7168 KiB.')
})
