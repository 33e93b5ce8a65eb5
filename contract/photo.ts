import * as z from 'zod/mini'

/** The largest photo, bytes, and its length in base64. */
export const mostPhotoBytes = 5 * 1024 * 1024
const mostPhotoText = Math.ceil(mostPhotoBytes / 3) * 4

/** The largest body with photos (`mostPhotoBytes` in all) and text, KiB. */
export const photoBodyKb = 7168

/** Widths in which icons and photos are served, px. */
const widths = '16 32 48 64 96 128 256 384 640 750 828 1080 1200 1920 2048 3840'.split(' ')

/** `w` of a photo's address: the requested width, px. Narrower photos are not enlarged. */
export const photoWidth = z.optional(z.enum(widths, `Ask for one of ${widths.join(', ')}.`))

/** A JPEG as base64. The server re-encodes it, which removes location and camera. */
export const jpeg = z.string().check(
  z.maxLength(mostPhotoText, { error: 'A photo can be at most 5 MB.', abort: true }),
  // Checks one character at a time: a repeated group would remember each of seven million.
  z.refine(
    (text) => text.startsWith('/9j/') && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')),
    'The photo must be a JPEG.',
  ),
)
