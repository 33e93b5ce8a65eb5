import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { FeedRefused, oneFinding } from './findings.ts'

/** Nothing honest is larger: a feed with a million stop_times has about 60 MB. */
const maxBytes = 2 * 1024 ** 3

export type FeedZip = {
  has: (name: string) => boolean
  /** The text of one file, piece by piece. Throws FeedRefused for damage and for what is not UTF-8. */
  read: (name: string) => Readable
  close: () => void
}

/** SHA-256 of a file, hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Opens a feed's zip. Only `.txt` files at its top are seen, whatever else it holds. Throws
 * FeedRefused when it is no whole zip, holds a name twice, or would unpack to more than 2 GB.
 */
export async function openFeed(path: string, label: string): Promise<FeedZip> {
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('latin1')
      if (!/^[a-z_]+\.txt$/.test(name)) continue
      if (entries.has(name)) throw new Error(`it holds ${name} twice`)
      entries.set(name, entry)
    }
  } catch (error) {
    throw refuseZip(label, error)
  }
  const bytes = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (bytes > maxBytes) throw refuseZip(label, new Error('it would unpack to more than 2 GB'))
  return {
    has: (name) => entries.has(name),
    read: (name) => Readable.from(textOf(zip, entries.get(name), name)),
    close: () => zip.close(),
  }
}

function refuseZip(file: string, error: unknown): FeedRefused {
  const why = error instanceof Error ? error.message : String(error)
  if (why.startsWith('ENOENT')) return new FeedRefused([oneFinding(file, 'there is no such file')])
  return new FeedRefused([oneFinding(file, `this is not a whole zip file (${why})`)])
}

async function* textOf(zip: ZipFile, entry: Entry | undefined, name: string) {
  if (entry === undefined) return
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let sum = 0
  let line = 1
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = chunk as Buffer
      sum = crc32(bytes, sum)
      const text = decoder.decode(bytes, { stream: true })
      if (text.includes('\0')) throw new Error('it holds NUL characters')
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) line += 1
      if (text !== '') yield text
    }
    decoder.decode()
  } catch (error) {
    const why =
      error instanceof TypeError ? 'it is not UTF-8 text' : `it is damaged (${String(error)})`
    throw new FeedRefused([oneFinding(name, `cannot be read near here: ${why}`, line)])
  }
  if (sum !== entry.crc32)
    throw new FeedRefused([oneFinding(name, 'is damaged: its checksum is wrong')])
}
