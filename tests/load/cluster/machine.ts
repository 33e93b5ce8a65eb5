import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeOwner, type DatabaseUser } from '#server/db/embedded-files'
import { readIfThere } from '#server/platform/persisted-file'
import type { PostgresPrograms, Program } from './programs.ts'
import {
  type ClusterSecrets,
  makeEtcdArguments,
  makeNetworkText,
  makePatroniText,
  type MachinePorts,
} from './texts.ts'

/** A process of the cluster with its own log. It is restarted if it exits without `kill`. */
export interface Daemon {
  start: () => void
  signal: (name: NodeJS.Signals) => void
  /** Kills it and resolves when it is gone. */
  kill: () => Promise<void>
}

/**
 * Makes a daemon that runs as `runner`. It has its own process group, so that Ctrl-C reaches only our process, which
 * then stops it.
 */
export function makeDaemon(
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  { folder, runner }: { folder: string; runner: DatabaseUser },
): Daemon {
  let child: ChildProcess | undefined
  let isWanted = false
  const log = join(folder, `${name}.log`)
  const start = () => {
    isWanted = true
    const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
    const output = openSync(log, 'a')
    const options = { ...runner, cwd: folder, env, detached: true } as const
    child = spawn(program, args, { ...options, stdio: ['ignore', output, output] })
    closeSync(output)
    child.once('exit', () => {
      if (isWanted) setTimeout(() => isWanted && start(), 1000)
    })
  }
  return {
    start,
    signal: (signal) => void child?.kill(signal),
    kill: async () => {
      isWanted = false
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

export interface MachineOptions extends PostgresPrograms {
  folder: string
  runner: DatabaseUser
  programs: Record<Program, string>
  secrets: ClusterSecrets
  ports: readonly MachinePorts[]
  synchronous: boolean
}

/** One database machine: its PostgreSQL under Patroni, its member of etcd, and its network. */
export interface Machine {
  readonly name: string
  readonly ports: MachinePorts
  /** Starts its network and its member of etcd; then `boot` starts the database. */
  start: () => void
  /** Starts Patroni after `kill`, as a machine that has rebooted does. */
  boot: () => void
  /** Kills Patroni and PostgreSQL at the same moment. Its member of etcd keeps running. */
  kill: () => Promise<void>
  /** Kills its member of etcd and starts it again after this time. */
  restartEtcd: (after_ms: number) => Promise<void>
  killPostgres: () => void
  /** Suspends Patroni and PostgreSQL: they keep their connections but answer nothing. */
  freeze: () => void
  thaw: () => void
  /**
   * Cuts the machine off from the others and from etcd: nothing that is sent is delivered, and no error is reported.
   */
  cut: () => void
  heal: () => void
  /** Ends all processes at once, since the data is no longer needed. */
  stop: () => Promise<void>
}

/** Makes the machine with this number, from 1; `start` starts it. */
export function makeMachine(number: number, options: MachineOptions): Machine {
  const { runner, programs, bin_dir, copy, secrets, synchronous } = options
  const ports = options.ports[number - 1]
  if (ports === undefined) throw new Error(`there is no machine ${number}`)
  const folder = join(options.folder, `db${number}`)
  mkdirSync(folder, { mode: 0o700 })
  changeOwner(folder, runner)
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    changeOwner(path, runner)
    return path
  }
  const place = { folder, runner }
  const patroniFile = write(
    'patroni.yml',
    makePatroniText(number, ports, { folder, bin_dir, copy, secrets, synchronous }),
  )
  const networkFile = write(
    'network.cfg',
    makeNetworkText(
      ports,
      options.ports.map(({ etcd }) => etcd),
    ),
  )
  const patroni = makeDaemon('patroni', [programs.patroni, patroniFile], place)
  const network = makeDaemon('network', [programs.haproxy, '-db', '-f', networkFile], place)
  const words = makeEtcdArguments(number, options.ports, folder)
  const etcd = makeDaemon('etcd', [programs.etcd, ...words], place)
  const postmaster = () =>
    Number(readIfThere(join(folder, 'data/postmaster.pid'))?.split('\n')[0] ?? 0)
  const signalPostgres = (signal: NodeJS.Signals) => {
    for (const pid of listProcessTree(postmaster())) trySignal(pid, signal)
  }
  return {
    name: `db${number}`,
    ports,
    start: () => {
      for (const daemon of [etcd, network]) daemon.start()
    },
    boot: patroni.start,
    kill: async () => {
      // Kill Patroni first: otherwise it would notice that its PostgreSQL has died, and report it.
      const gone = patroni.kill()
      signalPostgres('SIGKILL')
      await gone
    },
    restartEtcd: async (after_ms) => {
      await etcd.kill()
      await sleep(after_ms)
      etcd.start()
    },
    killPostgres: () => trySignal(postmaster(), 'SIGKILL'),
    freeze: () => {
      patroni.signal('SIGSTOP')
      signalPostgres('SIGSTOP')
    },
    thaw: () => {
      signalPostgres('SIGCONT')
      patroni.signal('SIGCONT')
    },
    cut: () => network.signal('SIGSTOP'),
    heal: () => network.signal('SIGCONT'),
    stop: async () => {
      await patroni.kill()
      signalPostgres('SIGCONT')
      // Stop PostgreSQL immediately, but without SIGKILL, which would leave shared memory behind.
      await endPostmaster(postmaster())
      for (const daemon of [network, etcd]) await daemon.kill()
    },
  }
}

/** Lists a process and all its descendants, the oldest first; empty for process 0. */
function listProcessTree(pid: number): number[] {
  if (pid === 0) return []
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().split('\n')
  const pairs = lines.map((line) => line.trim().split(/ +/).map(Number))
  const family = [pid]
  for (const parent of family)
    for (const [child, of] of pairs) if (of === parent && child !== undefined) family.push(child)
  return family
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  if (pid === 0) return false
  try {
    return process.kill(pid, signal)
  } catch {
    // It has ended already.
    return false
  }
}

async function endPostmaster(pid: number): Promise<void> {
  if (!isPostgres(pid)) return
  trySignal(pid, 'SIGQUIT')
  for (let tries = 0; isPostgres(pid); tries += 1) {
    if (tries === 100) trySignal(pid, 'SIGKILL')
    await sleep(50)
  }
}

/**
 * Returns whether a process is a running PostgreSQL. Its id may now belong to another program, or the process may be a
 * zombie.
 */
function isPostgres(pid: number): boolean {
  if (pid === 0) return false
  const words = execFileSync('sh', ['-c', `ps -o stat=,comm= -p ${pid} || true`])
    .toString()
    .trim()
  return words.includes('postgres') && !words.startsWith('Z')
}
