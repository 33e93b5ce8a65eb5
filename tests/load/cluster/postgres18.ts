import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A replacement of `pg_controldata`, which Patroni runs. It reads the same values from `global/pg_control` of
 * PostgreSQL 18 on a 64-bit machine (src/include/catalog/pg_control.h).
 */
const controlData = `#!/usr/bin/python3
import struct, sys
data = open(sys.argv[-1] + '/global/pg_control', 'rb').read()
def at(kind, offset):
    return struct.unpack_from('<' + kind, data, offset)[0]
def lsn(offset):
    return '%X/%X' % (at('I', offset + 4), at('I', offset))
states = ['starting up', 'shut down', 'shut down in recovery', 'shutting down', 'in crash recovery',
          'in archive recovery', 'in production']
lines = {
    'pg_control version number': at('I', 8),
    'Catalog version number': at('I', 12),
    'Database system identifier': at('Q', 0),
    'Database cluster state': states[at('i', 16)],
    'Latest checkpoint location': lsn(32),
    "Latest checkpoint's REDO location": lsn(40),
    "Latest checkpoint's TimeLineID": at('I', 48),
    "Latest checkpoint's PrevTimeLineID": at('I', 52),
    'Minimum recovery ending location': lsn(136),
    "Min recovery ending loc's timeline": at('I', 144),
    'wal_log_hints setting': 'on' if at('?', 176) else 'off',
    'max_connections setting': at('i', 180),
    'max_worker_processes setting': at('i', 184),
    'max_wal_senders setting': at('i', 188),
    'max_prepared_xacts setting': at('i', 192),
    'max_locks_per_xact setting': at('i', 196),
    'Data page checksum version': at('I', 252),
}
for name, value in lines.items():
    print('%s:  %s' % (name, value))
`

/**
 * Returns a script that makes a replica by a base backup over SQL. All data is on this machine, so the script copies
 * the files.
 */
const makeCopyScript = (url: string) => `#!/bin/sh
for word in "$@"; do case "$word" in
  --datadir=*) to=\${word#--datadir=} ;;
  --connstring=*) from=\${word#--connstring=} ;;
esac; done
port=$(echo "$from" | sed -n 's/.*port=\\([0-9]*\\).*/\\1/p')
url=$(echo '${url}' | sed "s/PORT/$port/")
mkdir -p -m 700 "$to"
source=$(psql "$url" -XAtc 'show data_directory') || exit 1
psql "$url" -XAtq -v ON_ERROR_STOP=1 <<SQL || exit 1
select pg_backup_start('replica', true);
\\! cp -a "$source/." "$to" 2>/dev/null
\\! rm -f "$to/postmaster.pid" "$to/postmaster.opts"
\\o $to/backup_label
select labelfile from pg_backup_stop(false);
SQL
`

/**
 * Makes a folder with the programs that Patroni runs. Of PostgreSQL 18, `npm ci` installs only the server, `initdb` and
 * `pg_ctl`, so some others are ours, and `pg_isready` is Debian's. There is no `pg_rewind`, so a former primary is
 * copied again from the new one. Returns the folder, and the script that makes a replica.
 */
export function makePostgres18Programs(
  folder: string,
  native: string,
  { debian, superuser }: { debian: string; superuser: string },
): { bin_dir: string; copy: string } {
  const bin_dir = join(folder, 'bin18')
  mkdirSync(bin_dir, { mode: 0o755 })
  for (const name of ['postgres', 'initdb', 'pg_ctl'])
    symlinkSync(join(native, name), join(bin_dir, name))
  symlinkSync(join(debian, 'pg_isready'), join(bin_dir, 'pg_isready'))
  writeFileSync(join(bin_dir, 'pg_controldata'), controlData, { mode: 0o755 })
  const copy = join(bin_dir, 'copy-replica')
  const url = `postgresql://postgres:${superuser}@127.0.0.1:PORT/postgres`
  writeFileSync(copy, makeCopyScript(url), { mode: 0o755 })
  return { bin_dir, copy }
}
