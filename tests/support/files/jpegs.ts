import sharp from 'sharp'

/** Makes a photo with a colour gradient from corner to corner. */
export async function aJpeg(width = 60, height = 40, progressive = false): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    data.set([(x * 255) / width, (y * 255) / height, 90], at * 3)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 60, progressive })
    .toBuffer()
}

/**
 * Repeats the last scan of a progressive picture. A scan has only a few bytes, but a decoder reads all pixels for each.
 */
export function repeatLastScan(jpeg: Buffer, times: number): Buffer {
  const end = jpeg.length - 2
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  const scans = Array.from({ length: times }, () => scan)
  return Buffer.concat([jpeg.subarray(0, end), ...scans, jpeg.subarray(end)])
}

/** Adds a camera's metadata to the picture: the orientation of a phone that is held upright, a place and a remark. */
export function addCameraData(jpeg: Buffer, place: string): Buffer {
  const held = Buffer.from(
    '4d4d002a0000000800010112000300000001000600000000 0000'.replace(' ', ''),
    'hex',
  )
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), held, Buffer.from(place)])
  const parts = [segment(0xe1, exif), segment(0xfe, Buffer.from(`taken at ${place}`))]
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Reads width and height of a JPEG from its frame header. */
export function parseJpegSize(jpeg: Buffer): [width: number, height: number] {
  const frame = frameOf(jpeg)
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)]
}

/** Changes the size in the picture's header, but not its pixels. */
export function fakeJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const other = Buffer.from(jpeg)
  const frame = frameOf(jpeg)
  other.writeUInt16BE(height, frame + 5)
  other.writeUInt16BE(width, frame + 7)
  return other
}

/**
 * Puts a lone marker, without a length, before the picture. A reader that takes the marker for a segment finds a frame
 * of 1 by 1 pixels.
 */
export function hideJpegSize(jpeg: Buffer): Buffer {
  const rest = jpeg.subarray(2)
  const gap = Buffer.alloc(rest.readUInt16BE(0) - rest.length)
  const frame = segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0x01]), rest, gap, frame])
}

function frameOf(jpeg: Buffer): number {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc1, 0xc2].includes(jpeg.readUInt8(at + 1))) return at
  }
  throw new Error('no frame')
}
