import { Worker } from 'node:worker_threads'
import { refuse } from '#contract/errors'
import { mostPhotoBytes } from '#contract/photo'

const mostPixels = 24_000_000
/** Segments and fill bytes before the picture's own; cameras write a few dozen. */
const mostSegments = 2000
const mostMilliseconds = 15_000
/** Photos that may wait for the one in work; each of them holds a transaction open. */
const mostWaiting = 4

/**
 * Makes a photo anew: upright, 1600 pixels long at most and without what the camera wrote into it.
 * Throws `invalid_input` at `field` for what is no picture, is broken or has more than 24 megapixels,
 * and `unavailable` when too many wait.
 */
export async function readPhoto(jpeg_base64: string, field: string): Promise<Buffer> {
  const bytes = Buffer.from(jpeg_base64, 'base64')
  const pixels = pixelsOf(bytes)
  if (bytes.length > mostPhotoBytes) throw unreadable(field, 'A photo may have 5 MB at most.')
  if (pixels === undefined) throw unreadable(field)
  if (pixels > mostPixels)
    throw unreadable(field, 'This picture is too large. Take it with fewer megapixels.')
  const jpeg = await inTurn(() => madeAnew(bytes))
  if (jpeg === undefined || jpeg.length > mostPhotoBytes) throw unreadable(field)
  return jpeg
}

function unreadable(field: string, words = 'This picture cannot be read. Take it again.') {
  return refuse('invalid_input', { fields: { [field]: words } })
}

/** How many pixels a JPEG says that it has: the cheap question before it is decoded. */
function pixelsOf(jpeg: Buffer): number | undefined {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xff_d8) return undefined
  for (let at = 2, steps = 0; at + 9 < jpeg.length && steps < mostSegments; steps += 1) {
    const marker = jpeg.readUInt8(at + 1)
    if (jpeg.readUInt8(at) !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (standsAlone(marker)) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return jpeg.readUInt16BE(at + 5) * jpeg.readUInt16BE(at + 7) || undefined
    const length = jpeg.readUInt16BE(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

/** Markers without a length, which decoders step over: taken for one with, it hides the frame that they find. */
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One at a time: a large picture takes 350 MB while it is in work. */
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

/** Undefined for what its thread could not make anything of, in time and with the memory it was given. */
function madeAnew(bytes: Buffer): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const jpeg = new Uint8Array(bytes).buffer
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), {
    workerData: jpeg,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    stdout: true,
    stderr: true,
  })
  const clock = setTimeout(() => void worker.terminate(), mostMilliseconds)
  worker.once('message', (made: ArrayBuffer) => resolve(Buffer.from(made)))
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => {
    clearTimeout(clock)
    resolve(undefined)
  })
  return promise
}
