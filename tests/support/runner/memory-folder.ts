import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/**
 * The memory that the databases, browsers and builds of a run may need, in bytes. The programs of the run need as much
 * again.
 */
const room_bytes = 3 * 2 ** 30

/**
 * Makes a folder in memory for a run's temporary data: databases, phones, builds. It is deleted when this process ends.
 * Returns undefined if the machine has no folder in memory, or too little memory.
 */
export function makeMemoryFolder(): string | undefined {
  let folder: string
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < room_bytes || freemem() < 2 * room_bytes) return undefined
    folder = mkdtempSync(join(memory, 'waka-tests-'))
  } catch {
    return undefined
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code))
  if (!canRunPrograms(folder)) return undefined
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Returns whether programs start from this folder. Containers often forbid it, and a copy of PostgreSQL could not
 * start.
 */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
  return spawnSync(program).status === 0
}
