import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/**
 * Pictures are kept and compared at this width: what is left there is what an eye takes in, not the edge of a
 * letter.
 */
const width = 180
/** How far two colours lie apart, of 1, before an eye sees it (YIQ); the edges of letters stay below. */
const threshold = 0.12
/** Pixels that may differ: two machines round, and a whole letter is more. */
export const tolerated = 40

/** A screenshot as it is kept: small, of few colours. */
export async function smallOf(png: Buffer): Promise<Buffer> {
  const small = sharp(png).removeAlpha().resize(width, undefined, { kernel: 'mitchell' })
  return small.png({ palette: true, colours: 128, dither: 0, effort: 10 }).toBuffer()
}

/** How many pixels an eye would call different, and a picture of them. Sizes that differ are all different. */
export async function compare(
  kept: Buffer,
  drawn: Buffer,
): Promise<{ unlike: number; picture: Buffer }> {
  const [a, b] = await Promise.all([kept, drawn].map(pixelsOf))
  if (a === undefined || b === undefined) throw new Error('nothing to compare')
  const { width: across, height } = a.info
  if (across !== b.info.width || height !== b.info.height)
    return { unlike: across * height, picture: drawn }
  const marked = Buffer.alloc(a.data.length)
  // Small pictures have no jagged edges left to be recognised: what differs in them counts.
  const unlike = pixelmatch(a.data, b.data, marked, across, height, { threshold, includeAA: true })
  const raw = { width: across, height, channels: 4 } as const
  const all = [kept, drawn, await sharp(marked, { raw }).png().toBuffer()]
  const beside = sharp({
    create: { width: across * 3 + 16, height, channels: 3, background: '#888' },
  }).composite(all.map((input, at) => ({ input, left: at * (across + 8), top: 0 })))
  return { unlike, picture: await beside.png().toBuffer() }
}

/** Blurred a little: where two machines put the edge of a letter otherwise, what is left is a shade. */
const pixelsOf = (png: Buffer) =>
  sharp(png).blur(0.7).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
