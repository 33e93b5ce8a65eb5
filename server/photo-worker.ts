import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'

/** Eight bits each of red, green, blue and alpha a pixel. */
interface Picture {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

const longestSide = 1600
const quality = 72

/** Decodes a JPEG upright, scales it down and writes it anew: nothing but its pixels goes over. */
async function madeAnew(jpeg: ArrayBuffer): Promise<ArrayBuffer> {
  const complaints: string[] = []
  const printErr = (words: string) => complaints.push(words)
  await Promise.all([
    initDecoder({ wasmBinary: await codec('dec'), printErr }),
    initEncoder({ wasmBinary: await codec('enc'), printErr }),
  ])
  const picture: Picture = await decode(jpeg, { preserveOrientation: true })
  if (complaints.some((words) => /premature end/i.test(words))) throw new Error('it is cut')
  return encode(scaled(picture), { quality })
}

async function codec(way: 'dec' | 'enc'): Promise<ArrayBuffer> {
  const url = import.meta.resolve(`@jsquash/jpeg/codec/${way}/mozjpeg_${way}.wasm`)
  const { buffer, byteOffset, byteLength } = await readFile(new URL(url))
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

/** Each new pixel is the mean of those it covers. */
function scaled(picture: Picture): Picture {
  const factor = longestSide / Math.max(picture.width, picture.height)
  if (factor >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * factor))
  const height = Math.max(1, Math.round(picture.height * factor))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const rows = covered(y, height, picture.height)
    for (let x = 0; x < width; x += 1) {
      const mean = meanOf(picture, covered(x, width, picture.width), rows)
      data.set(mean, (y * width + x) * 4)
    }
  }
  return { data, width, height }
}

type Span = readonly [from: number, to: number]

const covered = (at: number, ours: number, theirs: number): Span => {
  const from = Math.floor((at * theirs) / ours)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * theirs) / ours))]
}

function meanOf({ data, width }: Picture, columns: Span, rows: Span): number[] {
  let [red, green, blue] = [0, 0, 0]
  for (let y = rows[0]; y < rows[1]; y += 1) {
    for (let at = (y * width + columns[0]) * 4; at < (y * width + columns[1]) * 4; at += 4) {
      red += data[at] ?? 0
      green += data[at + 1] ?? 0
      blue += data[at + 2] ?? 0
    }
  }
  const count = (columns[1] - columns[0]) * (rows[1] - rows[0])
  return [red / count, green / count, blue / count, 255]
}

const made = await madeAnew(workerData as ArrayBuffer)
parentPort?.postMessage(made, [made])
