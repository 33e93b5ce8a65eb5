import { formatNumber, formatCount } from '#contract/quantities'
import { FeedError, makeFault } from './faults.ts'

/** How much of a feed is read before it is refused. */
export type FeedLimits = {
  /** Bytes of the zip, and of all its files unpacked. */
  all_bytes: number
  /** Bytes of one unpacked file. */
  file_bytes: number
  /** The highest ratio of unpacked to packed bytes, for files above a megabyte. */
  ratio: number
  /** Lines of one file (`file_lines`) and of all files (`all_lines`). Empty lines count. */
  file_lines: number
  all_lines: number
  /** Unreadable cells after which reading stops. */
  wrong_cells: number
  /** Seconds for reading all files, and for each single step in the database afterwards. */
  seconds: number
}

const MB = 1024 ** 2

/**
 * The default limits. A million stop_times are 60 MB, 6 in a zip. The largest known feeds (a country's buses) stay
 * below half of each limit, and timetables pack 4 to 30 times smaller, never 100.
 */
export const feedLimits: FeedLimits = {
  all_bytes: 512 * MB,
  file_bytes: 256 * MB,
  ratio: 100,
  file_lines: 3_000_000,
  all_lines: 5_000_000,
  wrong_cells: 1000,
  seconds: 900,
}

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / MB))} MB`

/** Returns why files of these sizes (bytes) are not read; undefined if they are. */
export function findSizeFault(
  files: { name: string; packed: number; unpacked: number }[],
  limits: FeedLimits,
): FeedError | undefined {
  for (const { name, packed, unpacked } of files) {
    if (unpacked > limits.file_bytes) {
      const says = `would unpack to ${megabytes(unpacked)}; at most ${megabytes(limits.file_bytes)} of one file are read`
      return new FeedError([makeFault(name, says)])
    }
    if (unpacked > MB && unpacked > packed * limits.ratio) {
      const says = `would unpack to ${formatCount(Math.round(unpacked / Math.max(1, packed)), 'time')} its size; no timetable packs more than ${formatCount(limits.ratio, 'time')} smaller`
      return new FeedError([makeFault(name, says)])
    }
  }
  const all = files.reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (all <= limits.all_bytes) return undefined
  const says = `its files would unpack to ${megabytes(all)}; at most ${megabytes(limits.all_bytes)} are read`
  return new FeedError([makeFault('the feed', says)])
}

/** Counts lines and seconds while a feed is read. Throws FeedError beyond the limits. */
export function makeReadingMeter(limits: FeedLimits) {
  const until = performance.now() + limits.seconds * 1000
  let all = 0
  return {
    /** Counts `lines` more lines of a file. `line`: the number of lines of this file that were read so far. */
    read(file: string, lines: number, line: number): void {
      all += lines
      if (line > limits.file_lines) {
        const says = `has more than ${formatCount(limits.file_lines, 'line')}, the most that is read of one file`
        throw new FeedError([makeFault(file, says, line)])
      }
      if (all > limits.all_lines) {
        const says = `more than ${formatCount(limits.all_lines, 'line')} are in the feed up to here; the rest is not read`
        throw new FeedError([makeFault(file, says, line)])
      }
      if (performance.now() > until) throw new FeedError([makeTimeFault(limits, file, line)])
    },
  }
}

export type ReadingMeter = ReturnType<typeof makeReadingMeter>

/** Returns the fault for an import that took too long. */
export function makeTimeFault({ seconds }: FeedLimits, file: string, line = 0) {
  return makeFault(
    file,
    `took longer than ${formatCount(seconds, 'second')}; the import is cancelled`,
    line,
  )
}
