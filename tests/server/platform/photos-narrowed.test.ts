import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reencodePhoto, resizePhoto } from '#server/platform/photos'
import { testDatabase } from '#tests/support/database/test-database'
import { makeDepsWithoutServer } from '#tests/support/server/jobs'

const { db } = await testDatabase()

/** A photo of one colour, four to three. */
const aPhoto = (background: string, width = 1600) =>
  sharp({ create: { width, height: (width * 3) / 4, channels: 3, background } })
    .jpeg()
    .toBuffer()

const widthOf = async (photo: Buffer) => (await sharp(photo).metadata()).width

test('a photo is narrowed once for each width, and kept', async () => {
  const photo = await aPhoto('green')
  const small = await resizePhoto(photo, '128')
  expect(await widthOf(small)).toBe(128)
  expect(await resizePhoto(photo, '128')).toBe(small)
  expect(await widthOf(await resizePhoto(photo, '256'))).toBe(256)
  expect(await widthOf(await resizePhoto(await aPhoto('red'), '128'))).toBe(128)
})

test('a photo that is no wider, or for which no width is named, comes as it is', async () => {
  const photo = await aPhoto('blue')
  for (const width of [undefined, '1920', '2048', '3840'])
    expect([width, await resizePhoto(photo, width)]).toEqual([width, photo])
})

test('each width of the specification is served at that width', async () => {
  const photo = await aPhoto('white', 3840)
  for (const width of ['16', '384', '640', '750', '828', '1080', '1200', '1920', '2048', '3840'])
    expect(await widthOf(await resizePhoto(photo, width))).toBe(Number(width))
})

test('an upload stays as wide as it can be served, and is never enlarged', async () => {
  const ctx = { ...makeDepsWithoutServer(db), ip: '127.0.0.1' }
  const kept = async (width: number) => {
    const photo = await aPhoto('black', width)
    return widthOf(await reencodePhoto(ctx, photo.toString('base64'), 'photo'))
  }
  expect(await kept(4400)).toBe(3840)
  expect(await kept(3000)).toBe(3000)
  expect(await kept(900)).toBe(900)
})

test('what is kept of narrowed photos has a limit in bytes', async () => {
  const photo = await aPhoto('orange')
  const first = await resizePhoto(photo, '128')
  const small = await aPhoto('pink', 64)
  for (let copy = 1; copy <= 4; copy += 1)
    await resizePhoto(Buffer.concat([small, Buffer.alloc(3_000_000 + copy)]), '128')
  expect(await resizePhoto(photo, '128')).toBe(first)
  for (let copy = 5; copy <= 10; copy += 1)
    await resizePhoto(Buffer.concat([small, Buffer.alloc(3_000_000 + copy)]), '128')
  const again = await resizePhoto(photo, '128')
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
})

test('where many wait, the rest come as they are', async () => {
  const photo = await aPhoto('yellow')
  const widths = ['16', '32', '48', '64', '96', '128', '256', '384', '640', '750', '828', '1080']
  const all = await Promise.all(widths.map((w) => resizePhoto(photo, w)))
  expect(all.filter((one) => one === photo)).toHaveLength(4)
  expect(await widthOf(await resizePhoto(photo, '1080'))).toBe(1080)
})
