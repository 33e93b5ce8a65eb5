import type { ComponentProps } from 'react'
import { type DrawingPaths, PictureMessage } from './picture-message.tsx'

const drawings = {
  bus: [
    'M14 48V22c0-3 1-4 4-4h50c6 0 12 10 12 18v12zM14 33h66M32 18v15M50 18v15M67 18v15',
    'M16 41h62',
    'M29 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM64 58a6 6 0 1 0 0-12 6 6 0 0 0 0 12z',
  ],
  parcel: ['M22 25h52v33H22zM22 25l8-11h36l8 11', 'M48 14v25', 'M56 48h11M56 53h6'],
  wallet: [
    'M20 25h53a4 4 0 0 1 4 4v25a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4zM20 25c0-4 2-6 6-7l36-7v14',
    'M28 33h22',
    'M81 35H67a6 6 0 0 0 0 13h14zM68 41.5h.1',
  ],
  people: [
    'M38 30a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM23 58V48c0-7 6-12 15-12s15 5 15 12v10M63 35a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM58 42c10-3 18 2 18 9v7',
    'M26 50h24',
  ],
  message: [
    'M20 12h56a5 5 0 0 1 5 5v25a5 5 0 0 1-5 5H45L33 57V47H20a5 5 0 0 1-5-5V17a5 5 0 0 1 5-5z',
    'M28 25h40M28 34h22',
  ],
  paper: ['M28 8h29l12 12v38H28zM57 8v12h12M37 28h22M37 36h22', 'M37 47h13'],
  search: ['M43 46a18 18 0 1 0 0-36 18 18 0 0 0 0 36zM56 41l18 17', 'M33 33c5-11 13 0 19-11'],
  calendar: ['M20 16h56v42H20zM20 27h56M34 10v11M62 10v11M53 37h12M53 47h12', 'M31 37h12M31 47h12'],
  sent: ['M12 33 82 9 61 56 43 42zM43 42 82 9M43 42v15l9-8', 'M8 47h16M16 55h12'],
} as const satisfies Record<string, DrawingPaths>

export type EmptyStatePicture = keyof typeof drawings

export const emptyStatePictures = Object.keys(drawings) as EmptyStatePicture[]

/** Displayed for an empty list: a picture, one sentence (`title`), a hint, and one next step (`action`). */
export function EmptyState({
  picture,
  ...message
}: Omit<ComponentProps<typeof PictureMessage>, 'paths' | 'isLive'> & {
  picture: EmptyStatePicture
}) {
  return <PictureMessage {...message} paths={drawings[picture]} />
}
