import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { photoLimits } from './photo-limits.ts'
import type { EncodedPicture, PictureTask } from './photo-process.ts'

const longestStart_ms = 30_000
/** How long a process stays for the next picture, ms. */
const idle_ms = 60_000

interface IdleProcess {
  process: ChildProcess
  end: NodeJS.Timeout
}

const idle: IdleProcess[] = []

/**
 * Encodes a picture in a process of its own, and returns undefined if it cannot be read within `longest_ms`. There are
 * as many processes as pictures at once. Throws if a process cannot be started.
 */
export async function encodeInProcess(
  task: PictureTask,
  longest_ms = photoLimits.maxSeconds * 1000,
): Promise<Buffer | undefined> {
  const child = takeIdle() ?? (await startProcess())
  const { promise, resolve } = Promise.withResolvers<EncodedPicture>()
  const none = () => resolve({ made: undefined })
  // Without a message: the decoder has crashed, or was killed.
  child.once('exit', none)
  child.once('message', (picture) => resolve(picture as EncodedPicture))
  // A decoder cannot be interrupted, so its process is killed.
  const late = setTimeout(() => child.kill('SIGKILL'), longest_ms)
  child.send(task, (error) => {
    if (error !== null) none()
  })
  const { made } = await promise
  clearTimeout(late)
  child.removeAllListeners('exit').removeAllListeners('message')
  if (child.connected && !child.killed) keepIdle(child)
  return made && Buffer.from(made)
}

async function startProcess(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'photo-process.ts'), {
    // Nothing of ours is in its environment, and a JPEG needs no large heap of JavaScript.
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('message', () => resolve())
  child.once('exit', () => reject(new Error('the process for pictures did not start')))
  child.on('error', reject)
  const late = setTimeout(() => child.kill('SIGKILL'), longestStart_ms)
  try {
    await promise
    return child
  } finally {
    clearTimeout(late)
    child.removeAllListeners('exit').removeAllListeners('message')
  }
}

function takeIdle(): ChildProcess | undefined {
  for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
    clearTimeout(one.end)
    if (!one.process.connected || one.process.exitCode !== null) continue
    one.process.ref()
    one.process.channel?.ref()
    return one.process
  }
  return undefined
}

/** Keeps a process for the next picture. It does not keep ours from ending, and ends with it. */
function keepIdle(process: ChildProcess): void {
  process.unref()
  process.channel?.unref()
  const end = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.process === process),
      1,
    )
    process.disconnect()
  }, idle_ms).unref()
  idle.push({ process, end })
}
