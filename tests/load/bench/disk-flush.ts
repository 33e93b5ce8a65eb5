import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const page = Buffer.alloc(8192, 1)
const pages = 2048
const milliseconds = 1500

/**
 * Measures how long one commit waits for the disk of a directory, in µs: the median of writing and flushing one page of
 * a file that already has its size. PostgreSQL does the same with its log; `pg_test_fsync` calls it fdatasync.
 */
export function measureDiskFlush_us(directory: string): number {
  const path = join(directory, 'disk-flush')
  const file = openSync(path, 'w', 0o600)
  try {
    for (let at = 0; at < pages; at += 1) writeSync(file, page)
    fsyncSync(file)
    const taken: number[] = []
    const until = performance.now() + milliseconds
    while (performance.now() < until) {
      const start = performance.now()
      writeSync(file, page, 0, page.length, (taken.length % pages) * page.length)
      fdatasyncSync(file)
      taken.push(performance.now() - start)
    }
    const inOrder = taken.toSorted((one, other) => one - other)
    return Math.round(1000 * (inOrder[Math.floor(inOrder.length / 2)] ?? 0))
  } finally {
    closeSync(file)
    rmSync(path)
  }
}
