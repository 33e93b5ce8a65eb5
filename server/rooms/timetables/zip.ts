import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { readText } from './feed-text.ts'
import { FeedError, makeFault } from './faults.ts'
import { makeReadingMeter, findSizeFault, type FeedLimits } from './limits.ts'

/** The most files in a zip. No timetable's zip has more, whatever else is in it. */
const maxEntries = 10_000

/** An open zip of a feed. Files are named as in GTFS, such as `stops.txt`. */
export type FeedZip = {
  has: (name: string) => boolean
  /** Returns the folder of a file that is in another folder than the feed, if any. */
  elsewhere: (name: string) => string | undefined
  /**
   * Returns the text of one file piece by piece. Throws FeedError for damage, for text that is not UTF-8 and beyond the
   * limits.
   */
  read: (name: string) => Readable
  close: () => void
}

/** Returns SHA-256 of a file, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/**
 * Opens a feed's zip. Its `.txt` files are read from the top folder, or from the one folder that has them. `known`: the
 * files of a feed. Throws FeedError if it is damaged, has a name twice or several feeds, or would unpack beyond the
 * limits.
 */
export async function openFeed(
  path: string,
  label: string,
  known: readonly string[],
  limits: FeedLimits,
): Promise<FeedZip> {
  const folders = new Map<string, Map<string, Entry>>()
  let zip: ZipFile
  try {
    const { size } = await stat(path)
    if (size > limits.all_bytes) throw new Error('it is larger than the limit for unpacked data')
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  } catch (error) {
    throw refuseZip(label, error)
  }
  try {
    if (zip.entryCount > maxEntries) throw new Error(`it holds more than ${maxEntries} files`)
    for await (const entry of zip.eachEntry()) addEntry(folders, entry, known)
    const folder = folderOf([...folders.keys()], label)
    const entries = folders.get(folder) ?? new Map<string, Entry>()
    const refused = findSizeFault([...entries].map(sizesOf), limits)
    if (refused) throw refused
    const meter = makeReadingMeter(limits)
    return {
      has: (name) => entries.has(name),
      elsewhere: (name) => [...folders.keys()].find((other) => folders.get(other)?.has(name)),
      read: (name) => Readable.from(textOf(zip, entries.get(name), name, meter)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof FeedError ? error : refuseZip(label, error)
  }
}

function sizesOf([name, entry]: [string, Entry]) {
  return { name, packed: entry.compressedSize, unpacked: entry.uncompressedSize }
}

function addEntry(
  folders: Map<string, Map<string, Entry>>,
  entry: Entry,
  known: readonly string[],
) {
  const path = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/')
  const at = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, at + 1), path.slice(at + 1)]
  if (!known.includes(name) || folder.startsWith('__MACOSX/')) return
  const files = folders.get(folder) ?? new Map<string, Entry>()
  if (files.has(name)) throw new Error(`it holds ${path} twice`)
  folders.set(folder, files.set(name, entry))
}

/** Returns the top folder if it has a file of the feed, else the only folder with any. */
function folderOf(folders: string[], label: string): string {
  const [first, second] = folders
  if (folders.includes('') || first === undefined) return ''
  if (second === undefined) return first
  const some = folders.slice(0, 5).join(', ')
  const says = `holds timetables in ${folders.length} folders (${some}); import each as its own zip`
  throw new FeedError([makeFault(label, says)])
}

function refuseZip(file: string, error: unknown): FeedError {
  const why = error instanceof Error ? error.message : String(error)
  if (why.startsWith('ENOENT')) return new FeedError([makeFault(file, 'this file does not exist')])
  return new FeedError([makeFault(file, `this is not a complete zip file (${why})`)])
}

async function* textOf(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  meter: ReturnType<typeof makeReadingMeter>,
) {
  if (entry === undefined) return
  let sum = 0
  const bytes = async function* () {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  }
  yield* readText(bytes(), name, meter)
  if (sum !== entry.crc32)
    throw new FeedError([makeFault(name, 'is damaged: its checksum is wrong')])
}
