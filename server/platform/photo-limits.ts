/**
 * Limits of a picture from outside. Cameras write one frame and up to 12 scans; for each scan, the decoder reads all
 * pixels once.
 */
export const photoLimits = {
  maxPixels: 24_000_000,
  maxScans: 40,
  longestSide: 3840,
  /** How many seconds decoding may take; after that, its process is killed. */
  maxSeconds: 5,
  /** Pictures that take longer than this to decode count against the limits of bad pictures, ms. */
  longestGood_ms: 2500,
  /** How many are decoded at the same time, each in a process of its own; only one of the same person. */
  atOnce: 2,
}

/**
 * Returns sharp's JPEG options for a photo whose longer side has `longest` pixels. mozjpeg makes photos a third
 * smaller, but takes seven times as long: 2 s of processor time at 3840 pixels.
 */
export const makeJpegOptions = (longest: number) => ({ quality: 72, mozjpeg: longest <= 1600 })
