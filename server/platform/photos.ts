import sharp from 'sharp'
import { refuse } from '#contract/errors'
import { mostPhotoBytes } from '#contract/photo'

/** What a photo may cost and how long it leaves. */
export const photoLimits = { mostPixels: 24_000_000, longestSide: 1600, mostSeconds: 15 }
const { mostPixels, longestSide, mostSeconds } = photoLimits
const quality = 72
/** Photos that may wait for the one in work; each of them holds a transaction open. */
const mostWaiting = 4

// One thread of native code, nothing kept, and no format but JPEG: what is not decoded cannot harm.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })

/**
 * Re-encodes a photo: upright, 1600 pixels long at most, without metadata.
 * Throws `invalid_input` at `field` for what is no picture, is broken or has more than 24 megapixels,
 * and `unavailable` when too many wait. Nothing of it runs in the thread of requests.
 */
export async function readPhoto(jpeg_base64: string, field: string): Promise<Buffer> {
  const bytes = Buffer.from(jpeg_base64, 'base64')
  if (bytes.length > mostPhotoBytes) throw unreadable(field, 'A photo may have 5 MB at most.')
  const made = await inTurn(() => madeAnew(bytes))
  if (made === 'too large')
    throw unreadable(field, 'This picture is too large. Take it with fewer megapixels.')
  if (made === 'unreadable' || made.length > mostPhotoBytes) throw unreadable(field)
  return made
}

function unreadable(field: string, words = 'This picture cannot be read. Take it again.') {
  return refuse('invalid_input', { fields: { [field]: words } })
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One at a time, so that photos take one core and the memory of one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > mostWaiting) throw refuse('unavailable', { retry_after: 5 })
  waiting += 1
  const mine = last.then(work)
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting -= 1
  }
}

/** The decoder says how large it will be before it decodes any pixel; whatever it wonders at is refused. */
async function madeAnew(bytes: Buffer): Promise<Buffer | 'too large' | 'unreadable'> {
  const photo = sharp(bytes, { failOn: 'warning', limitInputPixels: false, autoOrient: true })
  try {
    const { width, height } = await photo.metadata()
    if (width * height > mostPixels) return 'too large'
    return await photo
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality, mozjpeg: true })
      .timeout({ seconds: mostSeconds })
      .toBuffer()
  } catch {
    return 'unreadable'
  }
}
