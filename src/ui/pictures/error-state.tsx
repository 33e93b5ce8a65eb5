import type { ComponentProps } from 'react'
import { Drawing, type DrawingPaths, PictureMessage } from './picture-message.tsx'

const drawings = {
  /** A bank card with a cross. */
  refused: [
    'M16 14h52a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H16a5 5 0 0 1-5-5V19a5 5 0 0 1 5-5zM20 47h16',
    'M13 26h58',
    'M73 58a13 13 0 1 0 0-26 13 13 0 0 0 0 26zM68 40l10 10M78 40 68 50',
  ],
  /** A mast whose waves are crossed out. */
  offline: [
    'M48 27 36 58M48 27l12 31M40 47h16M48 27a5 5 0 1 0 0-10 5 5 0 0 0 0 10z',
    'M34 33a16 16 0 0 1 0-22M62 11a16 16 0 0 1 0 22M24 40a28 28 0 0 1-3-32M75 8a28 28 0 0 1-3 32',
    'M22 6l50 44',
  ],
  /** A ticket with a cross. */
  cancelled: [
    'M12 20h72v13a6 6 0 0 0 0 12v13H12V45a6 6 0 0 0 0-12z',
    'M64 26v4M64 37v4M64 48v4',
    'M29 30l18 18M47 30 29 48',
  ],
  /** A parcel with a cross. */
  unsent: [
    'M12 25h48v33H12zM12 25l8-11h32l8 11M36 14v11',
    'M20 48h11M20 53h6',
    'M70 56a12 12 0 1 0 0-24 12 12 0 0 0 0 24zM66 40l8 8M74 40l-8 8',
  ],
  /** A road sign with a question mark. */
  missing: [
    'M46 40h4v18h-4zM48 3l22 21-22 21-22-21z',
    'M43 19a5.5 5.5 0 1 1 8 5c-2.5 1-3 2-3 4M48 35h.1',
    'M33 58v-6M63 58v-8M68 58v-4',
  ],
} as const satisfies Record<string, DrawingPaths>

/** The name of a picture of what went wrong. */
type ErrorStatePicture = keyof typeof drawings

export const errorPictures = Object.keys(drawings) as ErrorStatePicture[]

/** The picture of what went wrong, above a notice that says it. */
export function ErrorDrawing({ picture }: { picture: ErrorStatePicture }) {
  return <Drawing paths={drawings[picture]} />
}

/**
 * Displayed in place of content that is missing or failed to load: a picture, a sentence (`title`), a hint, and the
 * next step (`action`).
 */
export function ErrorState({
  picture,
  ...message
}: Omit<ComponentProps<typeof PictureMessage>, 'paths'> & { picture: ErrorStatePicture }) {
  return <PictureMessage {...message} paths={drawings[picture]} />
}
