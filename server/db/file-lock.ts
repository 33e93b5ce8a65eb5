import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCode, readIfThere } from '#server/platform/persisted-file'

/** No lock lives this long: its holder hangs, or its process id was reused. */
const longestMilliseconds = 120_000

/**
 * Does `work` while no other process of this machine does work under the same file. A lock whose
 * process is gone is taken over. Throws when another process keeps it for more than two minutes.
 */
export async function underFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
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
  // Only one may clear away, and only after looking again: else it clears the lock of the next one.
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
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isStale(path: string): Promise<boolean> {
  const content = readIfThere(path)
  if (content === undefined) return false
  const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
  // Empty: its maker is between creating and writing, or died there.
  return content === '' ? age > 2_000 : age > longestMilliseconds || !isAlive(Number(content))
}

/** Whether a process of this id runs, no matter who owns it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
