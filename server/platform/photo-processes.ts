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
 * Thrown if the process that decodes pictures did not start, or was ended from outside. The picture may be a good one.
 */
export class DecoderLostError extends Error {}

/**
 * The signals that end a decoder when a picture crashes it. Other signals come from outside, for example when memory
 * runs out.
 */
const crashes: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
]

/**
 * Encodes a picture in a process of its own, and returns undefined if it cannot be read within `longest_ms`. Each
 * picture that is encoded at the same time has its own process. Throws DecoderLostError.
 */
export async function encodeInChildProcess(
  task: PictureTask,
  longest_ms = photoLimits.maxSeconds * 1000,
): Promise<Buffer | undefined> {
  // A process may have ended while it was idle, which may become known only when a picture is sent to it.
  for (let child = takeIdle(); child !== undefined; child = takeIdle()) {
    const picture = await encodeIn(child, task, longest_ms)
    if (picture !== 'unsent') return toBuffer(picture)
  }
  const picture = await encodeIn(await startProcess(), task, longest_ms)
  if (picture === 'unsent') throw new DecoderLostError('the decoder took no picture')
  return toBuffer(picture)
}

const toBuffer = ({ made }: EncodedPicture) => made && Buffer.from(made)

/** Encodes a picture in this process; `unsent` if it had already ended. Throws DecoderLostError. */
async function encodeIn(
  child: ChildProcess,
  task: PictureTask,
  longest_ms: number,
): Promise<EncodedPicture | 'unsent'> {
  const { promise, resolve, reject } = Promise.withResolvers<EncodedPicture | 'unsent'>()
  let [isSent, isLate] = [false, false]
  child.once('exit', (code, signal) => {
    if (isLate) resolve({ made: undefined })
    else if (!isSent) resolve('unsent')
    else if (crashes.includes(signal)) resolve({ made: undefined })
    else reject(new DecoderLostError(`the decoder ended: ${signal ?? code}`))
  })
  child.once('message', (picture) => resolve(picture as EncodedPicture))
  // A decoder cannot be interrupted, so its process is killed.
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, longest_ms)
  child.send(task, (error) => {
    isSent = error === null
    if (!isSent && !isLate) resolve('unsent')
  })
  try {
    const picture = await promise
    if (picture === 'unsent') child.kill('SIGKILL')
    return picture
  } finally {
    clearTimeout(late)
    child.removeAllListeners('exit').removeAllListeners('message')
    if (isSent && isUsable(child)) keepIdle(child)
  }
}

async function startProcess(): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let late: NodeJS.Timeout | undefined
  try {
    const child = fork(join(import.meta.dirname, 'photo-process.ts'), {
      // The process gets none of our environment variables, and a JPEG needs no large JavaScript heap.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('message', () => resolve())
    child.once('exit', (code, signal) => reject(new Error(`exit ${signal ?? code}`)))
    child.on('error', reject)
    late = setTimeout(() => child.kill('SIGKILL'), longestStart_ms)
    await promise
    child.removeAllListeners('exit').removeAllListeners('message')
    return child
  } catch (cause) {
    throw new DecoderLostError('the process for pictures did not start', { cause })
  } finally {
    clearTimeout(late)
  }
}

function takeIdle(): ChildProcess | undefined {
  for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
    clearTimeout(one.end)
    if (!isUsable(one.process)) continue
    one.process.ref()
    one.process.channel?.ref()
    return one.process
  }
  return undefined
}

/** Whether a process can take a picture. One that has just ended may still be connected. */
const isUsable = ({ connected, killed, exitCode, signalCode }: ChildProcess) =>
  connected && !killed && exitCode === null && signalCode === null

/** Keeps a process for the next picture. It does not prevent our process from ending, and ends with it. */
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
