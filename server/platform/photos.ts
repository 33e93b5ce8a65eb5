import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { refuse, refuseField } from '#contract/errors'
import { maxPhotoBytes } from '#contract/photo'

/** Limits of a photo before and after it is encoded again. */
export const photoLimits = { maxPixels: 24_000_000, longestSide: 1600, maxSeconds: 15 }
const { maxPixels, longestSide, maxSeconds } = photoLimits
const quality = 72
/** The maximum number of photos that may wait. Each keeps a transaction open. */
const maxWaiting = 4

// Use one native thread, no cache, and JPEG only, since decoders of other formats may be vulnerable.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })

/**
 * Encodes a photo again: upright, at most 1600 pixels long, without metadata. Throws `invalid_input` at `field` for
 * data that is not a picture, is broken or has more than 24 megapixels, and `unavailable` if too many photos wait. It
 * runs in another process.
 */
export const reencodePhoto = (jpeg_base64: string, field: string) =>
  read(jpeg_base64, field, asPhoto)

async function read(
  jpeg_base64: string,
  field: string,
  draw: (photo: Sharp) => Sharp,
): Promise<Buffer> {
  const bytes = Buffer.from(jpeg_base64, 'base64')
  if (bytes.length > maxPhotoBytes) throw unreadable(field, 'A photo may have 5 MB at most.')
  const made = await toRead(() => reEncode(bytes, draw))
  if (made === undefined) throw refuse('unavailable', { retry_after: 5 })
  if (made === 'too large')
    throw unreadable(field, 'This picture is too large. Take it with fewer megapixels.')
  if (made === 'unreadable' || made.length > maxPhotoBytes) throw unreadable(field)
  return made
}

function unreadable(field: string, words = 'This picture cannot be read. Take it again.') {
  return refuseField(field, words)
}

/**
 * Makes a queue that runs one task at a time, so that photos use one core and the memory of one photo. Adding a task
 * returns undefined if `most` already wait.
 */
function aQueue(most: number) {
  let there = 0
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> | undefined => {
    if (there >= most) return undefined
    there += 1
    const mine = last.then(work).finally(() => (there -= 1))
    last = mine.catch(() => {})
    return mine
  }
}

const toRead = aQueue(1 + maxWaiting)

type EncodedPhoto = Buffer | 'too large' | 'unreadable'

/** Encodes a photo again. The decoder reads the size before it decodes any pixel; a warning counts as a failure. */
async function reEncode(bytes: Buffer, draw: (photo: Sharp) => Sharp): Promise<EncodedPhoto> {
  const photo = sharp(bytes, { failOn: 'warning', limitInputPixels: false, autoOrient: true })
  try {
    const { width, height } = await photo.metadata()
    if (width * height > maxPixels) return 'too large'
    return await draw(photo).timeout({ seconds: maxSeconds }).toBuffer()
  } catch {
    return 'unreadable'
  }
}

const asPhoto = (photo: Sharp) =>
  photo
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: true })

/** The largest size of a logo on a high-density screen, px. */
const markSide = 96
const maxMarkBytes = 8192

/** Encodes an operator's logo again: square, on white, at most 8 kB. Throws as `reencodePhoto` does. */
export async function reencodeLogo(jpeg_base64: string, field: string): Promise<Buffer> {
  const pixels = await read(jpeg_base64, field, (photo) =>
    photo
      .resize(markSide, markSide, { fit: 'contain', background: '#fff' })
      .toColourspace('srgb')
      .raw(),
  )
  const raw = { width: markSide, height: markSide, channels: 3 } as const
  for (const quality of [85, 60, 30, 5]) {
    const made = await sharp(pixels, { raw }).webp({ quality }).toBuffer()
    if (made.length <= maxMarkBytes) return made
  }
  throw unreadable(field)
}

/** Cached resized photos, the last used one at the end. */
const kept = new Map<string, Promise<Buffer>>()
const maxStoredPhotos = 100
const toNarrow = aQueue(8)

/**
 * Returns a photo at the requested width (`w`, px), never enlarged. Each width is made once, and one photo at a time.
 * If many wait, the original is returned, so that nobody gets more processor time by requesting many.
 */
export async function resizePhoto(jpeg: Buffer, w: string | undefined): Promise<Buffer> {
  if (w === undefined || Number(w) >= longestSide) return jpeg
  const key = `${createHash('sha256').update(jpeg).digest('base64url')} ${w}`
  const made = kept.get(key) ?? toNarrow(() => narrow(jpeg, Number(w)))
  if (made === undefined) return jpeg
  kept.delete(key)
  kept.set(key, made)
  for (const oldest of kept.keys()) {
    if (kept.size <= maxStoredPhotos) break
    kept.delete(oldest)
  }
  made.catch(() => kept.delete(key))
  return made
}

const narrow = (jpeg: Buffer, width: number) =>
  sharp(jpeg)
    .resize(width, undefined, { withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
