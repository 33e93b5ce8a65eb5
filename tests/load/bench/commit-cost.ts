import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const page = Buffer.alloc(8192, 1)
const pages = 2048
const milliseconds = 1500

/**
 * What one commit waits for on the disk of a directory, µs: the median of writing one page of a file that has its size
 * already and flushing it, which is what PostgreSQL does with its log, and what `pg_test_fsync` calls fdatasync.
 */
export function measureCommitCost(directory: string): number {
  const path = join(directory, 'commit-cost')
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
