import { Worker } from 'node:worker_threads'
import type {
  getClaimPhoto as getClaimPhotoPromise,
  getOperatorClaimPhoto as getOperatorClaimPhotoPromise,
} from '#contract/claims'
import type { Input } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { getParcelPhoto as getParcelPhotoPromise } from '#contract/parcels'
import { mostPhotoBytes } from '#contract/photo'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { callerOf } from '#server/features/accounts'
import { newId } from '#server/ids'
import { findClaimPhoto, findParcelPhoto, insertPhoto } from './photo-repository.ts'

const mostPixels = 24_000_000
const mostMilliseconds = 10_000
/** Photos that may wait for the one in work; each of them holds a transaction open. */
const mostWaiting = 4

/** A photo as it was sent, and whose it becomes. `field` names the input a refusal points at. */
export interface SentPhoto {
  parcel_id: string
  /** Null: of the parcel itself. */
  claim_id: string | null
  /** From 1 on. */
  number: number
  jpeg_base64: string
  field: string
}

/** Keeps a photo as `readPhoto` makes it; throws what that throws. */
export async function keepPhoto(db: Db, photo: SentPhoto): Promise<void> {
  const { parcel_id, claim_id, number, jpeg_base64, field } = photo
  const jpeg = await readPhoto(jpeg_base64, field)
  await insertPhoto(db, { id: newId(), parcel_id, claim_id, number, jpeg })
}

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
  for (let at = 2; at + 9 < jpeg.length;) {
    const marker = jpeg.readUInt8(at + 1)
    if (jpeg.readUInt8(at) !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return jpeg.readUInt16BE(at + 5) * jpeg.readUInt16BE(at + 7) || undefined
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return undefined
}

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

const noPhoto = () => refuse('not_found')

/** The photo of the caller's parcel. Throws `not_found` without one. */
export async function getParcelPhoto(ctx: Context, input: Input<typeof getParcelPhotoPromise>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const body = await findParcelPhoto(ctx.db, { tracking_id, user_id: callerOf(ctx).user_id })
  if (body === undefined) throw noPhoto()
  return { body, file_name: `parcel-${tracking_id}.jpg` }
}

/** A photo of a claim about the caller's parcel. Throws `not_found`. */
export async function getClaimPhoto(ctx: Context, input: Input<typeof getClaimPhotoPromise>) {
  const tracking_id = normaliseReference(input.tracking_id)
  const number = Number(input.number)
  const asked = { id: input.id, number, tracking_id, user_id: callerOf(ctx).user_id }
  const body = await findClaimPhoto(ctx.db, asked)
  if (body === undefined) throw noPhoto()
  return { body, file_name: `claim-${tracking_id}-${number}.jpg` }
}

/** A photo of a claim about a parcel that the calling operator carries. Throws `not_found`. */
export async function getOperatorClaimPhoto(
  { db, actor }: Context,
  { id, number }: Input<typeof getOperatorClaimPhotoPromise>,
) {
  if (actor.kind !== 'operator') throw refuse('not_allowed')
  const { operator_id } = actor
  const body = await findClaimPhoto(db, { id, number: Number(number), operator_id })
  if (body === undefined) throw noPhoto()
  return { body, file_name: `claim-${number}.jpg` }
}
