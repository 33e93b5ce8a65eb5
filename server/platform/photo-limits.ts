/**
 * Limits of a picture from outside. Cameras write up to 12 scans, each of which costs the decoder a pass over all
 * pixels, and one frame.
 */
export const photoLimits = {
  maxPixels: 24_000_000,
  maxScans: 40,
  longestSide: 1600,
  /** How long decoding may take; its process is killed then. */
  maxSeconds: 5,
  /** How many are decoded at once, each in a process of its own; of one person one. */
  atOnce: 2,
}
