import { isUtf8 } from 'node:buffer'
import { FeedError, makeFault } from './faults.ts'
import type { ReadingMeter } from './limits.ts'

const lineFeed = 10

/**
 * Returns the text of a file piece by piece, without byte order mark. Throws FeedError, with the line, for bytes that
 * are not UTF-8, for NUL characters and beyond the meter's limits.
 */
export async function* readText(
  pieces: AsyncIterable<Buffer>,
  name: string,
  meter: ReadingMeter,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // The first bytes of a character that continues in the next piece.
  let begun: Buffer = Buffer.alloc(0)
  let line = 1
  let isFirst = true
  try {
    for await (const piece of pieces) {
      if (isFirst) refuseUtf16(piece, name)
      isFirst = false
      const text = decode(decoder, piece)
      if (text === undefined) throw wrongAt(name, line, Buffer.concat([begun, piece]))
      const nul = piece.indexOf(0)
      if (nul !== -1) throw new FeedError([refuseNul(name, line + linesIn(piece, nul))])
      const lines = linesIn(piece, piece.length)
      line += lines
      meter.read(name, lines, line)
      begun = unfinished(begun, piece)
      if (text !== '') yield text
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    const says = `cannot be read near here: it is damaged (${String(error)})`
    throw new FeedError([makeFault(name, says, line)])
  }
  if (begun.length > 0) throw wrongAt(name, line, begun)
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece: Buffer): string | undefined {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    return undefined
  }
}

/** Returns the bytes at the end of a piece that begin a character: at most three. */
function unfinished(begun: Buffer, piece: Buffer): Buffer {
  const last = Buffer.concat([begun, piece.subarray(-4)]).subarray(-4)
  for (let from = Math.max(0, last.length - 3); from < last.length; from += 1) {
    const byte = last[from] ?? 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > 1 && from + length > last.length) return last.subarray(from)
  }
  return Buffer.alloc(0)
}

/**
 * Returns the error with the line of the first wrong byte. In UTF-8, a line feed is never a part of another character,
 * so each line can be checked separately.
 */
function wrongAt(name: string, first: number, bytes: Buffer): FeedError {
  let line = first
  let from = 0
  let end = bytes.indexOf(lineFeed)
  while (end !== -1 && isUtf8(bytes.subarray(from, end))) {
    from = end + 1
    line += 1
    end = bytes.indexOf(lineFeed, from)
  }
  const says = 'cannot be read: it is not UTF-8 text; save the file as UTF-8'
  return new FeedError([makeFault(name, says, line)])
}

function linesIn(piece: Buffer, until: number): number {
  let lines = 0
  for (let at = piece.indexOf(lineFeed); at !== -1 && at < until; lines += 1) {
    at = piece.indexOf(lineFeed, at + 1)
  }
  return lines
}

function refuseUtf16(first: Buffer, name: string) {
  const mark = first.subarray(0, 2).toString('hex')
  if (mark !== 'fffe' && mark !== 'feff') return
  throw new FeedError([
    makeFault(name, 'cannot be read: it is UTF-16 text; save the file as UTF-8', 1),
  ])
}

function refuseNul(name: string, line: number) {
  return makeFault(
    name,
    'cannot be read: it holds NUL characters; if it is UTF-16, save it as UTF-8',
    line,
  )
}
