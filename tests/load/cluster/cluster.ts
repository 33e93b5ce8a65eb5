import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#server/db/client'
import { changeOwner, findDatabaseHome, findDatabaseUser } from '#server/db/embedded-files'
import { findFreePort } from '#tests/support/server/free-port'
import { type Machine, makeDaemon, makeMachine } from './machine.ts'
import {
  checkConfiguration,
  findOrInstallPrograms,
  findPostgresPrograms,
  type PostgresVersion,
} from './programs.ts'
import {
  type ClusterSecrets,
  makeDatabaseSql,
  makeHaproxyText,
  makePgBouncerTexts,
  type MachinePorts,
} from './texts.ts'

/** One of the machines as Patroni lists it. */
export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader'
  state: string
  timeline?: number
  lag?: number | string
}

/** Three database machines with HAProxy and PgBouncer in front of them, all as processes on one computer. */
export interface Cluster {
  readonly folder: string
  /** The environment variables with which the API uses the cluster. */
  readonly env: Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL', string>
  readonly machines: readonly Machine[]
  /** Returns the members of the cluster as a running Patroni lists them; none if no Patroni answers. */
  listMembers: () => Promise<Member[]>
  /** Resolves to the primary when all three machines work: a primary, a synchronous and an asynchronous replica. */
  untilWhole: (longest_ms?: number) => Promise<Machine>
  /** Resolves when a machine is no longer a working member, or after ten seconds. */
  untilAway: (machine: Machine) => Promise<void>
  /** Resolves when one of these machines is the primary. */
  untilLedBy: (some: readonly Machine[]) => Promise<void>
  /** Sends a request such as `/switchover` to the Patroni of a machine; returns its answer. Throws if it is refused. */
  ask: (machine: Machine, path: string, body?: object) => Promise<string>
  /** Returns the URL of a machine's own PostgreSQL, without a proxy, as its superuser. */
  urlOf: (machine: Machine) => string
  /** Kills PgBouncer or HAProxy and starts it again after this time. */
  restart: (front: 'pooler' | 'haproxy', after_ms: number) => Promise<void>
  stop: () => Promise<void>
}

export interface ClusterOptions {
  postgres?: PostgresVersion
  /** If false, commits do not wait for a replica, so a failover may lose commits that were already confirmed. */
  synchronous?: boolean
  onNews?: (sentence: string) => void
}

const secret = () => randomBytes(18).toString('base64url')

/** Starts a cluster in a temporary folder, with an empty database. Its settings are those of `deploy/cluster`. */
export async function startCluster({
  postgres = 15,
  synchronous = true,
  onNews = () => {},
}: ClusterOptions = {}): Promise<Cluster> {
  const programs = findOrInstallPrograms(onNews)
  const runner = findDatabaseUser()
  const folder = findDatabaseHome(makeFolder(), runner)
  const secrets: ClusterSecrets = {
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    owner: secret(),
    pooled: secret(),
  }
  const found = await findPostgresPrograms(postgres, {
    folder,
    runner,
    superuser: secrets.superuser,
  })
  const [first, second, third] = [await findPorts(), await findPorts(), await findPorts()]
  const ports = [first, second, third]
  const replicas = [await findFreePort(), await findFreePort(), await findFreePort()]
  const front = { primary: await findFreePort(), replicas, pooler: await findFreePort() }
  const machines = [1, 2, 3].map((number) =>
    makeMachine(number, { folder, runner, programs, ...found, secrets, ports, synchronous }),
  )
  const place = join(folder, 'front')
  mkdirSync(place, { mode: 0o700 })
  changeOwner(place, runner)
  const write = (name: string, text: string) => {
    const path = join(place, name)
    writeFileSync(path, text, { mode: 0o600 })
    changeOwner(path, runner)
    return path
  }
  const haproxyFile = write('haproxy.cfg', makeHaproxyText(ports, front))
  const pooled = makePgBouncerTexts(front, join(place, 'userlist.txt'), secrets)
  write('userlist.txt', pooled.users)
  const poolerFile = write('pgbouncer.ini', pooled.ini)
  checkConfiguration(programs.haproxy, ['-c', '-f', haproxyFile])
  const at = { folder: place, runner }
  const haproxy = makeDaemon('haproxy', [programs.haproxy, '-db', '-f', haproxyFile], at)
  const pooler = makeDaemon('pgbouncer', [programs.pgbouncer, '-q', poolerFile], at)
  const end = async () => {
    await pooler.kill()
    await haproxy.kill()
    await Promise.all(machines.map((machine) => machine.stop()))
  }
  const stop = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
  const urlFor = (user: string, password: string, port: number, database = 'waka') =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`
  const cluster: Cluster = {
    folder,
    machines,
    env: {
      DATABASE_URL: urlFor('waka_pooled', secrets.pooled, front.pooler),
      DATABASE_DIRECT_URL: urlFor('waka', secrets.owner, front.primary),
      DATABASE_READ_URL: replicas
        .map((port) => urlFor('waka_pooled', secrets.pooled, port))
        .join(','),
    },
    listMembers: () => listMembers(machines),
    untilWhole: (longest_ms = 180_000) => untilWhole(machines, { synchronous, longest_ms }),
    untilAway: ({ name }) => untilAway(machines, name),
    untilLedBy: (some) => untilLedBy(machines, some),
    ask,
    urlOf: ({ ports: own }) => urlFor('postgres', secrets.superuser, own.postgres),
    restart: async (name, after_ms) => {
      const daemon = { pooler, haproxy }[name]
      await daemon.kill()
      await sleep(after_ms)
      daemon.start()
    },
    stop,
  }
  try {
    for (const machine of machines) machine.start()
    await untilEtcdAnswers(machines)
    for (const machine of machines) machine.boot()
    const primary = await cluster.untilWhole()
    const admin = urlFor('postgres', secrets.superuser, primary.ports.postgres, 'postgres')
    await withConnection(admin, 'waka cluster', async (client) => {
      for (const statement of makeDatabaseSql(secrets)) await client.query(statement)
    })
    haproxy.start()
    pooler.start()
    for (const url of [cluster.env.DATABASE_DIRECT_URL, cluster.env.DATABASE_URL])
      await untilPrimaryAnswers(url)
    return cluster
  } catch (error) {
    onNews(`The cluster did not start; its logs are in ${folder}.`)
    await end()
    throw error
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waka-cluster-'))
  chmodSync(folder, 0o755)
  return folder
}

async function findPorts(): Promise<MachinePorts> {
  return {
    postgres: await findFreePort(),
    rest: await findFreePort(),
    etcd: await findFreePort(),
    etcd_peer: await findFreePort(),
    outer_postgres: await findFreePort(),
    outer_rest: await findFreePort(),
    outer_etcd: await findFreePort(),
  }
}

async function listMembers(machines: readonly Machine[]): Promise<Member[]> {
  for (const { ports } of machines) {
    try {
      const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, {
        signal: AbortSignal.timeout(1000),
      })
      const { members } = (await answer.json()) as { members: Member[] }
      return members
    } catch {
      // This machine is dead or frozen, so ask the next one.
    }
  }
  return []
}

async function untilWhole(
  machines: readonly Machine[],
  { synchronous, longest_ms }: { synchronous: boolean; longest_ms: number },
): Promise<Machine> {
  const deadline = Date.now() + longest_ms
  const roles = synchronous ? 'leader replica sync_standby' : 'leader replica replica'
  for (;;) {
    const members = await listMembers(machines)
    const seen = members.map(({ role }) => role).toSorted()
    const isOneLine = new Set(members.map(({ timeline }) => timeline)).size === 1
    if (seen.join(' ') === roles && members.every(works) && isOneLine) {
      const leader = members.find(({ role }) => role === 'leader')
      const primary = machines.find(({ name }) => name === leader?.name)
      if (primary !== undefined) return primary
    }
    if (Date.now() > deadline)
      throw new Error(`the cluster does not become whole: ${JSON.stringify(members)}`)
    await sleep(200)
  }
}

async function untilAway(machines: readonly Machine[], name: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const member = (await listMembers(machines)).find((one) => one.name === name)
    if (member === undefined || !works(member)) return
    await sleep(50)
  }
}

const works = ({ state }: Member) => state === 'running' || state === 'streaming'

async function untilLedBy(machines: readonly Machine[], some: readonly Machine[]): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const leader = (await listMembers(machines)).find(({ role }) => role === 'leader')
    if (leader && works(leader) && some.some(({ name }) => name === leader.name)) return
    if (Date.now() > deadline) throw new Error('no replica takes over')
    await sleep(200)
  }
}

async function ask({ ports }: Machine, path: string, body: object = {}): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${ports.rest}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`Patroni refuses ${path}: ${answer.status} ${said}`)
  return said
}

/** Waits until etcd answers on all machines: Patroni exits if the members of etcd have not found each other yet. */
async function untilEtcdAnswers(machines: readonly Machine[]): Promise<void> {
  for (const { ports } of machines)
    await retry(async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.outer_etcd}/version`, {
        signal: AbortSignal.timeout(1000),
      })
      const { etcdcluster } = (await answer.json()) as { etcdcluster: string }
      if (!/^\d/.test(etcdcluster)) throw new Error(`etcd is ${etcdcluster}`)
    })
}

/**
 * Waits until HAProxy leads to the primary: it treats all machines as primaries until it has checked each of them once.
 */
const untilPrimaryAnswers = (url: string) =>
  retry(async () => {
    for (let times = 0; times < 5; times += 1) {
      await withConnection(url, 'waka cluster', (client) =>
        client.query('create temporary table written (id int) on commit drop'),
      )
      await sleep(200)
    }
  })

async function retry(work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}
