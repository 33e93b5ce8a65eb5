import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = resolve(import.meta.dirname, '../../../server/main.ts')
/** The program of an API process without the app, so that it needs no build. */
export const apiProgram = resolve(import.meta.dirname, '../../support/server/api-process.ts')

/** API processes on one database, each on its port. */
export interface Fleet {
  /** The origins of the running processes, as a load balancer with health checks knows them. */
  readonly origins: () => readonly string[]
  readonly size: number
  /** The ids of the running processes, for measuring their time and memory. */
  pids: () => number[]
  /** Kills a running process, which is then replaced. Returns false if none is running. */
  kill: (choose: <T>(list: readonly T[]) => T) => boolean
  /**
   * Ends the process with this index as an update does (SIGTERM), and starts `program` instead. Resolves when the new
   * process answers; throws if it does not within a minute and a half.
   */
  replace: (place: number, program: string) => Promise<void>
  stop: () => Promise<void>
}

export interface FleetOptions {
  url: string
  /** The first of their consecutive ports. */
  port: number
  processes: number
  /** Shared by all processes, so that secrets, stand-ins and ticket keys are the same. */
  data_dir: string
  /**
   * A common public URL, so that a token of one process is valid at the others. By default each process has its own
   * URL.
   */
  public_url?: string
  /** The entry of each process; `server/main.ts` by default. */
  program?: string
  /** Additional environment variables. */
  env?: Record<string, string>
}

interface Member {
  origin: string
  program: string
  child: ChildProcess
  answers: boolean
}

/** How long a process may take to answer, ms. */
const longest_start = 90_000

/** Starts a process for every port, and replaces each that ends. */
export async function startFleet({
  url,
  port,
  processes,
  data_dir,
  public_url,
  program = main,
  env = {},
}: FleetOptions): Promise<Fleet> {
  let isStopping = false
  const log = createWriteStream(join(data_dir, 'processes.log'), { flags: 'a' })
  const members: Member[] = Array.from({ length: processes }, (_, at) => {
    const origin = `http://127.0.0.1:${port + at}`
    return { origin, program, child: start(port + at, origin, program), answers: false }
  })

  function start(own: number, origin: string, entry: string): ChildProcess {
    const child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DATABASE_URL: url,
        PORT: String(own),
        PUBLIC_URL: public_url ?? origin,
        DATA_DIR: data_dir,
        RATE_LIMIT_FACTOR: '1000000',
        MAX_EVENT_LOOP_DELAY_MS: '0',
        LOG_LEVEL: 'warn',
        NODE_COMPILE_CACHE: join(data_dir, 'compiled'),
        ...env,
      },
    })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    child.once('exit', () => {
      const member = members.find((one) => one.origin === origin)
      if (member === undefined || isStopping) return
      member.answers = false
      member.child = start(own, origin, member.program)
    })
    void watch(origin, child)
    return child
  }

  async function watch(origin: string, child: ChildProcess): Promise<void> {
    while (!isStopping && child.exitCode === null && child.signalCode === null) {
      if (await isReady(origin)) {
        const member = members.find((one) => one.child === child)
        if (member !== undefined) member.answers = true
        return
      }
      await sleep(100)
    }
  }

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all(members.map(({ child }) => ended(child)))
    await new Promise<void>((done) => log.end(done))
  }

  const deadline = Date.now() + longest_start
  while (!members.every((member) => member.answers)) {
    if (Date.now() > deadline) {
      await stop()
      const said = readFileSync(join(data_dir, 'processes.log'), 'utf8').slice(-2000)
      throw new Error(`the API processes do not answer:\n${said}`)
    }
    await sleep(100)
  }
  return {
    origins: () => {
      const alive = members.filter((member) => member.answers)
      return (alive.length > 0 ? alive : members).map((member) => member.origin)
    },
    size: processes,
    pids: () => members.flatMap(({ child: { pid } }) => pid ?? []),
    kill: (choose) => {
      const alive = members.filter((member) => member.answers)
      if (alive.length === 0) return false
      const victim = choose(alive)
      victim.answers = false
      return victim.child.kill('SIGKILL')
    },
    replace: async (place, next) => {
      const member = members[place]
      if (member === undefined) throw new Error(`there is no process at ${place}`)
      const { child, origin } = member
      Object.assign(member, { program: next, answers: false })
      await ended(child)
      const until = Date.now() + longest_start
      while (!member.answers) {
        if (Date.now() > until) throw new Error(`${origin} does not answer after its replacement`)
        await sleep(100)
      }
    },
    stop,
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 12_000).unref()
  return gone
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) })
    return status === 200
  } catch {
    return false
  }
}
