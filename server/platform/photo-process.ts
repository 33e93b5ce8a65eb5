/*
 * The process in which pictures from outside are decoded, see `photo-processes.ts`. It has no secrets and no
 * connections, and is killed when a picture takes too long.
 */
import sharp, { type Sharp } from 'sharp'
import { makeJpegOptions, photoLimits } from './photo-limits.ts'

/** A picture to encode, and its use: a photo for people to look at, or an operator's logo. */
export interface PictureTask {
  kind: 'photo' | 'logo'
  bytes: Uint8Array
}

/** The encoded picture, or undefined for one that cannot be read. */
export interface EncodedPicture {
  made: Uint8Array | undefined
}

const { longestSide } = photoLimits
/** The largest size of a logo on a high-density screen, px. */
const logoSide = 96
const maxLogoBytes = 8192

// Use one native thread, no cache, and JPEG only, since decoders of other formats may be vulnerable.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })

const encoders: Record<PictureTask['kind'], (picture: Sharp) => Promise<Buffer | undefined>> = {
  photo: async (picture) => {
    const { width, height } = await picture.metadata()
    return picture
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg(makeJpegOptions(Math.max(width, height)))
      .toBuffer()
  },
  logo: async (picture) => {
    const pixels = await picture
      .resize(logoSide, logoSide, { fit: 'contain', background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    const raw = { width: logoSide, height: logoSide, channels: 3 } as const
    for (const worse of [85, 60, 30, 5]) {
      const made = await sharp(pixels, { raw }).webp({ quality: worse }).toBuffer()
      if (made.length <= maxLogoBytes) return made
    }
    return undefined
  },
}

/** Encodes a picture again: upright and without metadata. A warning of the decoder counts as a failure. */
async function encode({ kind, bytes }: PictureTask): Promise<EncodedPicture> {
  try {
    const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: false, autoOrient: true })
    return { made: await encoders[kind](picture) }
  } catch {
    return { made: undefined }
  }
}

process.on('message', (task: PictureTask) => {
  void encode(task).then((picture) => process.send?.(picture))
})
process.on('disconnect', () => process.exit())
// Ignore these signals, which a deploy sends to all processes at once. This process ends with its parent, which first
// finishes the running calls.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.send?.('ready')
