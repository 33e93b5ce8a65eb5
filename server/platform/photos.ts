import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { maxPhotoBytes } from '#contract/photo'
import type { Deps } from '#server/context'
import { findCauser } from '#server/db/current-work'
import { makeFairQueue } from './fair-queue.ts'
import { readJpegOutline } from './jpeg-outline.ts'
import { type RoomLimit, countTry, findNetwork } from './limits.ts'
import { makeJpegOptions, photoLimits } from './photo-limits.ts'
import type { PictureTask } from './photo-process.ts'
import { DecoderLostError, encodeInChildProcess } from './photo-processes.ts'

export { photoLimits }
const { maxPixels, maxScans, longestSide, longestGood_ms } = photoLimits

/**
 * Pictures are decoded two at a time, only one of the same person. A waiting picture costs only memory. Pictures of one
 * network, which may belong to many accounts of one person, leave most places in the queue to others.
 */
const inTurn = makeFairQueue({
  concurrency: photoLimits.atOnce,
  maxRunningPerLane: 1,
  maxWaiting: 8,
  maxWaitingPerLane: 3,
  maxWaitingPerGroup: 3,
})

const detail = 'Too many pictures could not be read. Wait before you send another.'
/**
 * The limits on pictures that cannot be read or take long, of one person and of one network, each in an hour. Good
 * pictures do not count, so that thousands of phones behind one IP address may send as many as they like.
 */
const badPictures = {
  person: { name: 'bad-picture', size: 30, perSecond: 30 / 3600, detail },
  network: { name: 'bad-picture-network', size: 120, perSecond: 120 / 3600, detail },
} satisfies Record<string, RoomLimit>

// This process resizes stored photos only. Photos from outside are decoded in another process.
sharp.concurrency(1)
sharp.cache(false)

type PhotoDeps = Deps & { ip: string }

/**
 * Encodes a photo again: upright, without metadata, and at most 3840 pixels long, the widest that is served. Throws
 * `invalid_input` at `field` for data that is not a picture, is broken, has more than 24 megapixels or takes more than
 * five seconds, `unavailable` or `too_many_requests` if too many photos wait, `too_many_requests` after 30 bad pictures
 * of a person in an hour or 120 of a network, and `unavailable` if its decoder does not start or is ended from outside.
 * Throws if called inside a transaction, which it would keep open.
 */
export const reencodePhoto = (ctx: PhotoDeps, jpeg_base64: string, field: string) =>
  reencode(ctx, 'photo', jpeg_base64, field)

/** Encodes an operator's logo again: square, on white, at most 8 kB. Throws as `reencodePhoto` does. */
export const reencodeLogo = (ctx: PhotoDeps, jpeg_base64: string, field: string) =>
  reencode(ctx, 'logo', jpeg_base64, field)

async function reencode(
  ctx: PhotoDeps,
  kind: PictureTask['kind'],
  jpeg_base64: string,
  field: string,
): Promise<Buffer> {
  if (ctx.db.isTransaction) throw new Error('a photo cannot be encoded inside a transaction')
  const bytes = Buffer.from(jpeg_base64, 'base64')
  if (bytes.length > maxPhotoBytes) throw unreadable(field, 'A photo may have 5 MB at most.')
  const outline = readJpegOutline(bytes, maxScans)
  if (outline === undefined) throw unreadable(field)
  if (outline.width * outline.height > maxPixels)
    throw unreadable(field, 'This picture is too large. Take it with fewer megapixels.')
  if (outline.frames !== 1 || outline.scans > maxScans) throw unreadable(field)
  const made = await decode(ctx, { kind, bytes })
  if (made === undefined || made.length > maxPhotoBytes) throw unreadable(field)
  return made
}

/**
 * Decodes and encodes a picture when its turn comes; returns undefined if it cannot be read. A picture that cannot be
 * read or takes long counts against the limits. Throws as `reencodePhoto` does.
 */
async function decode(ctx: PhotoDeps, task: PictureTask): Promise<Buffer | undefined> {
  const network = findNetwork(ctx.ip)
  const person = findCauser() ?? network
  const giveBack = await countPicture(ctx, person, network)
  let isGood = true
  const work = async () => {
    const from = performance.now()
    const made = await encodeInChildProcess(task)
    isGood = made !== undefined && performance.now() - from < longestGood_ms
    return made
  }
  try {
    return await inTurn(person, work, network)
  } catch (error) {
    if (!(error instanceof DecoderLostError)) throw error
    ctx.log.error({ err: error }, 'a picture could not be decoded')
    throw makeRefusal('unavailable', { retry_after: 3 })
  } finally {
    if (isGood) await giveBack()
  }
}

/** Counts a picture as a bad one until it proves to be good. Returns a function that gives the tries back. */
async function countPicture(ctx: PhotoDeps, person: string, network: string) {
  const tries = [await countTry(ctx, badPictures.person, person)]
  const giveBack = async () => {
    for (const one of tries) await one()
  }
  try {
    tries.push(await countTry(ctx, badPictures.network, network))
  } catch (error) {
    await giveBack()
    throw error
  }
  return giveBack
}

function unreadable(field: string, words = 'This picture cannot be read. Take it again.') {
  return makeFieldRefusal(field, words)
}

/**
 * Makes a queue that runs one task at a time, so that photos use one core and the memory of one photo. Adding a task
 * returns undefined if the queue already has `most` tasks, the running one included.
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

/** Cached resized photos, the last used one at the end. `bytes` is 0 until a photo is made. */
const encodedPhotos = new Map<string, { made: Promise<Buffer>; bytes: number }>()
const maxStoredBytes = 16 * 1024 * 1024
let storedBytes = 0
const toNarrow = aQueue(8)

/**
 * Returns a photo at the requested width (`w`, px), never enlarged. Each width is made once, and one photo at a time.
 * If many wait, the original is returned, so that nobody gets more processor time by requesting many.
 */
export async function resizePhoto(jpeg: Buffer, w: string | undefined): Promise<Buffer> {
  if (w === undefined || Number(w) >= longestSide) return jpeg
  const key = `${createHash('sha256').update(jpeg).digest('base64url')} ${w}`
  const stored = encodedPhotos.get(key)
  const made = stored?.made ?? toNarrow(() => narrow(jpeg, Number(w)))
  if (made === undefined) return jpeg
  encodedPhotos.delete(key)
  encodedPhotos.set(key, stored ?? { made, bytes: 0 })
  try {
    const photo = await made
    storeSize(key, photo.length)
    return photo
  } catch (error) {
    drop(key)
    throw error
  }
}

/** Notes the size of a cached photo, and drops the photos that have not been used for the longest time. */
function storeSize(key: string, length: number): void {
  const own = encodedPhotos.get(key)
  if (own === undefined) return
  // Each entry costs something besides its photo, so this also limits the number of entries.
  const bytes = length + 1024
  storedBytes += bytes - own.bytes
  own.bytes = bytes
  for (const oldest of encodedPhotos.keys()) {
    if (storedBytes <= maxStoredBytes) return
    drop(oldest)
  }
}

function drop(key: string): void {
  storedBytes -= encodedPhotos.get(key)?.bytes ?? 0
  encodedPhotos.delete(key)
}

/** Returns a photo at `width`. A photo that is not wider is returned as it is. */
async function narrow(jpeg: Buffer, width: number): Promise<Buffer> {
  const photo = sharp(jpeg)
  if ((await photo.metadata()).width <= width) return jpeg
  return photo.resize(width).jpeg(makeJpegOptions(width)).toBuffer()
}
