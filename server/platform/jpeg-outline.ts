/** The frames and scans of a JPEG, and the largest size that a frame names. */
export interface JpegOutline {
  frames: number
  scans: number
  width: number
  height: number
}

/**
 * Counts frames and scans without decoding a pixel, since a decoder reads all pixels once for each scan. Finds markers
 * as libjpeg does: it skips what is between segments, and a scan ends at the next marker. Stops counting after a second
 * frame or more than `maxScans`, since such a picture is refused. Returns undefined for data that do not begin as a
 * JPEG.
 */
export function readJpegOutline(
  bytes: Buffer,
  maxScans = Number.POSITIVE_INFINITY,
): JpegOutline | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined
  const outline = { frames: 0, scans: 0, width: 0, height: 0 }
  let at = 2
  // Byte by byte: a call of `indexOf` for each of millions of markers takes much longer than this loop.
  while (at < bytes.length && outline.frames <= 1 && outline.scans <= maxScans) {
    if (bytes[at] !== 0xff) {
      at += 1
      continue
    }
    while (bytes[at] === 0xff) at += 1
    const marker = bytes[at] ?? end
    at += 1
    if (marker === end) return outline
    if (hasNoLength(marker)) continue
    if (marker === startOfScan) outline.scans += 1
    if (isFrame(marker) && at + 7 <= bytes.length) {
      outline.frames += 1
      outline.height = Math.max(outline.height, bytes.readUInt16BE(at + 3))
      outline.width = Math.max(outline.width, bytes.readUInt16BE(at + 5))
    }
    if (at + 2 > bytes.length) return outline
    at += Math.max(2, bytes.readUInt16BE(at))
  }
  return outline
}

const startOfScan = 0xda
const end = 0xd9

/** Whether no length follows a marker: a stuffed byte of a scan, TEM, a restart, or the start of an image. */
const hasNoLength = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Whether a marker starts a frame: SOF0 to SOF15, without DHT, JPG and DAC, which are among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
