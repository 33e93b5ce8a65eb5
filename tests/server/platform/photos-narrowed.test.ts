import sharp from 'sharp'
import { expect, test } from 'vitest'
import { resizePhoto } from '#server/platform/photos'

/** A photo of one colour, 1600 × 1200. */
const aPhoto = (background: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
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
  expect(await resizePhoto(photo, undefined)).toBe(photo)
  expect(await resizePhoto(photo, '3840')).toBe(photo)
})

test('where many wait, the rest come as they are', async () => {
  const photo = await aPhoto('yellow')
  const widths = ['16', '32', '48', '64', '96', '128', '256', '384', '640', '750', '828', '1080']
  const all = await Promise.all(widths.map((w) => resizePhoto(photo, w)))
  expect(all.filter((one) => one === photo)).toHaveLength(4)
  expect(await widthOf(await resizePhoto(photo, '1080'))).toBe(1080)
})
