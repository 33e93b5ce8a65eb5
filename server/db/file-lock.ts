import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasErrorCode, readIfThere } from '#server/platform/persisted-file'

/** A lock older than this belongs to a process that hangs, or to a process id that was reused. */
const longestMilliseconds = 120_000

/**
 * Runs `work` while no other process of this machine runs under the same lock file. Takes over the lock of a dead
 * process, and a lock older than two minutes. Throws after waiting for 130 seconds.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longestMilliseconds + 10_000
  while (!(await take(path))) {
    if (Date.now() > deadline) throw new Error(`Another process holds ${path}. Remove it if not.`)
    await sleep(20 + Math.random() * 30)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  if (await create(path)) return true
  if (!(await isStale(path))) return false
  // Only one process may remove the old lock, and must check it again first: otherwise it could remove a newer lock.
  const broom = `${path}.clearing`
  if (!(await create(broom))) {
    if (await isStale(broom)) await rm(broom, { force: true })
    return false
  }
  if (await isStale(path)) await rm(path, { force: true })
  await rm(broom, { force: true })
  return create(path)
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isStale(path: string): Promise<boolean> {
  const content = readIfThere(path)
  if (content === undefined) return false
  const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
  // Empty if its process is between creating and writing the file, or died there.
  return content === '' ? age > 2_000 : age > longestMilliseconds || !isRunning(Number(content))
}

/** Whether a process with this id is running, no matter which user owns it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}
