import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readJpegOutline } from '#server/platform/jpeg-outline'
import { DecoderLostError, encodeInChildProcess } from '#server/platform/photo-processes'
import { photoLimits } from '#server/platform/photos'
import {
  aJpeg,
  addCameraData,
  fakeJpegSize,
  hideJpegSize,
  repeatLastScan,
} from '#tests/support/files/jpegs'

/** The process ids of the decoders of this process. */
function decoders(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    const isOurs = Number(parent) === process.pid && command.includes('photo-process.ts')
    return isOurs ? [Number(pid)] : []
  })
}

/** Encodes a picture, and sends a signal to the decoders as soon as one of them has the picture. */
async function encodeUnderSignal(signal: NodeJS.Signals): Promise<Buffer | undefined> {
  // Decoding it takes a while, but it is small enough to be sent in one piece.
  const bytes = await aJpeg(2000, 1500, true)
  expect(bytes.length).toBeLessThan(100_000)
  await encodeInChildProcess({ kind: 'photo', bytes: await aJpeg() })
  const idle = decoders()
  const made = encodeInChildProcess({ kind: 'photo', bytes })
  for (const pid of idle) process.kill(pid, signal)
  return made
}

test('a decoder that is killed from outside, or does not start, is not the fault of the picture', async () => {
  const bytes = await aJpeg()
  await expect(encodeUnderSignal('SIGKILL')).rejects.toThrow(DecoderLostError)
  await expect.poll(decoders).toEqual([])
  const { execPath } = process
  process.execPath = `${execPath}.gone`
  try {
    await expect(encodeInChildProcess({ kind: 'photo', bytes })).rejects.toThrow(DecoderLostError)
  } finally {
    process.execPath = execPath
  }
  expect(await encodeInChildProcess({ kind: 'photo', bytes })).toBeDefined()
})

test('a decoder finishes its picture when every process is told to end; one that crashes has a bad picture', async () => {
  expect(await encodeUnderSignal('SIGTERM')).toBeDefined()
  expect(await encodeUnderSignal('SIGINT')).toBeDefined()
  expect(await encodeUnderSignal('SIGSEGV')).toBeUndefined()
})

test('decoders that were killed while they were idle cost no picture, also before their end is known', async () => {
  const bytes = await aJpeg()
  const encode = () => encodeInChildProcess({ kind: 'photo', bytes })
  await Promise.all([encode(), encode()])
  for (const pid of decoders()) process.kill(pid, 'SIGKILL')
  // Block this process, so that it handles no events meanwhile.
  execFileSync('sleep', ['0.2'])
  expect(decoders()).toEqual([])
  expect(await encode()).toBeDefined()
  for (const pid of decoders()) process.kill(pid, 'SIGKILL')
  await expect.poll(decoders).toEqual([])
  expect(await encode()).toBeDefined()
})

test('a picture that takes too long is given up, and the next ones are read', async () => {
  const large = await aJpeg(3000, 2000, true)
  expect(await encodeInChildProcess({ kind: 'photo', bytes: large })).toBeDefined()
  expect(await encodeInChildProcess({ kind: 'photo', bytes: large }, 1)).toBeUndefined()
  const next = await Promise.all(
    [1, 2].map(async () => encodeInChildProcess({ kind: 'photo', bytes: await aJpeg() })),
  )
  expect(next.every((made) => made !== undefined)).toBe(true)
}, 20_000)

test('a decoder that is busy keeps no other picture waiting', async () => {
  const order: string[] = []
  const encode = async (name: string, bytes: Buffer) => {
    await encodeInChildProcess({ kind: 'photo', bytes })
    order.push(name)
  }
  const [large, small] = [await aJpeg(4000, 3000, true), await aJpeg()]
  await Promise.all([encode('warm', small), encode('warm', small)])
  await Promise.all([encode('large', large), encode('small', small)])
  expect(order).toEqual(['warm', 'warm', 'small', 'large'])
}, 20_000)

test('what is no picture, and a logo', async () => {
  const noise = Buffer.alloc(3000, 0x5a)
  expect(await encodeInChildProcess({ kind: 'photo', bytes: noise })).toBeUndefined()
  const logo = await encodeInChildProcess({ kind: 'logo', bytes: await aJpeg(300, 100) })
  const { format, width, height } = await sharp(logo).metadata()
  expect([format, width, height]).toEqual(['webp', 96, 96])
})

test('frames and scans are counted before a pixel is decoded', async () => {
  const plain = await aJpeg()
  const inScans = await aJpeg(200, 150, true)
  const scans = readJpegOutline(inScans)?.scans ?? 0
  expect(readJpegOutline(plain)).toEqual({ frames: 1, scans: 1, width: 60, height: 40 })
  expect(scans).toBeGreaterThan(5)
  expect(scans).toBeLessThan(photoLimits.maxScans / 2)
  expect(readJpegOutline(repeatLastScan(inScans, 20_000))?.scans).toBe(scans + 20_000)
  expect(readJpegOutline(addCameraData(plain, 'Allen Avenue'))?.scans).toBe(1)
  expect(readJpegOutline(hideJpegSize(fakeJpegSize(plain, 6000, 5000)))).toMatchObject({
    width: 6000,
    height: 5000,
  })
})

test('scans that hide are counted too: behind bytes between segments, in fill bytes, and of a second frame', async () => {
  const picture = await aJpeg(200, 150, true)
  const { scans = 0 } = readJpegOutline(picture) ?? {}
  const end = picture.length - 2
  const scan = picture.subarray(picture.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  const add = (...parts: Buffer[]) =>
    readJpegOutline(Buffer.concat([picture.subarray(0, end), ...parts, picture.subarray(end)]))
  expect(add(Buffer.from([1, 2, 3]), scan)?.scans).toBe(scans + 1)
  expect(add(Buffer.from([0xff, 0xff, 0xff]), scan)?.scans).toBe(scans + 1)
  expect(add(Buffer.from([0xff, 0x01, 0xff, 0xd0]), scan)?.scans).toBe(scans + 1)
  const frame = picture.subarray(picture.indexOf(Buffer.from([0xff, 0xc2])))
  expect(add(frame)).toMatchObject({ frames: 2 })
  // Data after the end of the image is never decoded: phones put a video there.
  expect(readJpegOutline(Buffer.concat([picture, scan, scan]))?.scans).toBe(scans)
  expect(readJpegOutline(Buffer.from('GIF89a'))).toBeUndefined()
})

test('counting ends once a picture has too many scans or a second frame', async () => {
  const picture = await aJpeg(200, 150, true)
  const many = repeatLastScan(picture, 20_000)
  expect(readJpegOutline(many, photoLimits.maxScans)?.scans).toBe(photoLimits.maxScans + 1)
  const frame = picture.subarray(2, picture.length - 2)
  const frames = Buffer.concat([picture.subarray(0, -2), frame, frame, frame])
  expect(readJpegOutline(frames)?.frames).toBe(2)
})

test('five megabytes of markers take little longer to look through than five without any', () => {
  const quickest = (pattern: number[]) => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(5e6, Buffer.from(pattern)),
    ])
    const times = Array.from({ length: 5 }, () => {
      const from = performance.now()
      const outline = readJpegOutline(bytes, photoLimits.maxScans)
      const time = performance.now() - from
      expect(outline).toMatchObject({ frames: 0, scans: 0 })
      return time
    })
    return Math.min(...times)
  }
  const plain = quickest([0x5a, 0x5b])
  expect(quickest([0xff, 0x00])).toBeLessThan(6 * plain)
  expect(quickest([0xff, 0xd0])).toBeLessThan(6 * plain)
})
