import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/* The configuration files of the cluster: the examples of `deploy/cluster`, with addresses of one machine. */

const examples = resolve(import.meta.dirname, '../../../deploy/cluster')

/** The ports of one database machine on loopback. */
export interface MachinePorts {
  /** The ports on which PostgreSQL, Patroni's REST API and the member of etcd listen. */
  postgres: number
  rest: number
  etcd: number
  etcd_peer: number
  /**
   * The ports that lead to the same three services through this machine's simulated network. The other machines use
   * them, and Patroni on this machine reaches etcd by them.
   */
  outer_postgres: number
  outer_rest: number
  outer_etcd: number
}

/** The ports of HAProxy and PgBouncer in front of the machines. */
export interface FrontPorts {
  primary: number
  replicas: readonly number[]
  pooler: number
}

export interface ClusterSecrets {
  superuser: string
  replication: string
  rewind: string
  /** The passwords of the users `waka` (owner) and `waka_pooled`. */
  owner: string
  pooled: string
}

/**
 * Replaces each key of `by` in a text by its value. Throws if a key does not occur, since the example has changed then.
 */
export function replaceEachKey(text: string, by: Readonly<Record<string, string>>): string {
  let filled = text
  for (const [from, to] of Object.entries(by)) {
    if (!filled.includes(from)) throw new Error(`the example lacks “${from}”`)
    filled = filled.replaceAll(from, to)
  }
  return filled
}

const example = (name: string) => readFileSync(join(examples, name), 'utf8')

/** Returns the `patroni.yml` of the machine with this number, from 1, whose data is in `folder`. */
export function makePatroniText(
  number: number,
  ports: MachinePorts,
  {
    folder,
    bin_dir,
    secrets,
    copy,
    synchronous = true,
  }: {
    folder: string
    bin_dir: string
    secrets: ClusterSecrets
    /** The program that makes a replica, if it is not `pg_basebackup`. */
    copy?: string | undefined
    synchronous?: boolean
  },
): string {
  return replaceEachKey(example('patroni.yml'), {
    'name: db1': `name: db${number}`,
    ' listen: 10.0.0.11:8008': ` listen: 127.0.0.1:${ports.rest}`,
    'connect_address: 10.0.0.11:8008': `connect_address: 127.0.0.1:${ports.outer_rest}`,
    // Without `use_proxies`, Patroni would ask etcd for the addresses of its members, and then bypass its machine's
    // network.
    'hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `hosts: 127.0.0.1:${ports.outer_etcd}\n  use_proxies: true`,
    ' listen: 10.0.0.11:5432': ` listen: 127.0.0.1:${ports.postgres}`,
    'connect_address: 10.0.0.11:5432': `connect_address: 127.0.0.1:${ports.outer_postgres}`,
    '10.0.0.0/24': '127.0.0.0/8',
    '/var/lib/postgresql/15/waka': join(folder, 'data'),
    '/usr/lib/postgresql/15/bin': bin_dir,
    '/var/lib/postgresql/waka.pgpass': join(folder, 'pgpass'),
    '/var/run/postgresql': folder,
    'superuser-secret': secrets.superuser,
    'replication-secret': secrets.replication,
    'rewind-secret': secrets.rewind,
    'synchronous_mode: true': `synchronous_mode: ${synchronous}`,
    ...(copy !== undefined && {
      'postgresql:\n  listen': `postgresql:\n  create_replica_methods: [copy]\n  copy:\n    command: ${copy}\n  listen`,
    }),
  })
}

/** Returns the `haproxy.cfg` in front of three machines. */
export function makeHaproxyText(machines: readonly MachinePorts[], front: FrontPorts): string {
  const by: Record<string, string> = { '10.0.0.1:5432': `127.0.0.1:${front.primary}` }
  for (const [at, { outer_postgres, outer_rest }] of machines.entries()) {
    by[`10.0.0.1:${5433 + at}`] = `127.0.0.1:${front.replicas[at] ?? 0}`
    by[`10.0.0.1${at + 1}:5432 check port 8008`] =
      `127.0.0.1:${outer_postgres} check port ${outer_rest}`
  }
  return replaceEachKey(example('haproxy.cfg'), by)
}

/** Returns the `pgbouncer.ini`, and the list of its users. */
export function makePgBouncerTexts(
  front: FrontPorts,
  users_file: string,
  { pooled }: ClusterSecrets,
): { ini: string; users: string } {
  const ini = replaceEachKey(example('pgbouncer.ini'), {
    'host=10.0.0.1 port=5432': `host=127.0.0.1 port=${front.primary}`,
    'listen_addr = 10.0.0.1': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${front.pooler}`,
    '/etc/pgbouncer/userlist.txt': users_file,
  })
  return { ini, users: `"waka_pooled" "${pooled}"\n` }
}

/**
 * Returns the configuration of one machine's network, which is an HAProxy too. While this HAProxy is suspended, the
 * machine is cut off from the others and from etcd, and nobody gets an error.
 */
export function makeNetworkText(ports: MachinePorts, etcd: readonly number[]): string {
  const line = (name: string, from: number, to: readonly number[]) => `
listen ${name}
  bind 127.0.0.1:${from}
${to.map((port, at) => `  server ${name}${at + 1} 127.0.0.1:${port}`).join('\n')}
`
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  # What is refused inside is refused outside, without another try.
  retries 0
${line('postgres', ports.outer_postgres, [ports.postgres])}${line('rest', ports.outer_rest, [ports.rest])}${line('etcd', ports.outer_etcd, etcd)}`
}

/** Returns the command line of one member of etcd. */
export function makeEtcdArguments(
  number: number,
  machines: readonly MachinePorts[],
  folder: string,
): string[] {
  const own = machines[number - 1]
  if (own === undefined) throw new Error(`there is no machine ${number}`)
  const peer = `http://127.0.0.1:${own.etcd_peer}`
  const client = `http://127.0.0.1:${own.etcd}`
  const all = machines.map(({ etcd_peer }, at) => `db${at + 1}=http://127.0.0.1:${etcd_peer}`)
  const words = {
    name: `db${number}`,
    'data-dir': join(folder, 'etcd'),
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'initial-cluster': all.join(','),
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
    'log-level': 'warn',
    // Longer than by default, since three members, three databases and the API share one disk and two cores here.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
  }
  return Object.entries(words).map(([name, value]) => `--${name}=${value}`)
}

/** Returns the SQL that makes the database and its users, as docs/running.md says. */
export const makeDatabaseSql = ({ owner, pooled }: ClusterSecrets): string[] => [
  `create role waka login createrole password '${owner}'`,
  'create role waka_app nologin',
  'grant waka_app to waka',
  'create database waka owner waka',
  `create role waka_pooled login password '${pooled}' in role waka_app`,
  'alter role waka_pooled set jit = off',
  'alter role waka_pooled set statement_timeout = 15000',
  'alter role waka_pooled set idle_in_transaction_session_timeout = 60000',
  'alter role waka_pooled set client_connection_check_interval = 1000',
]
