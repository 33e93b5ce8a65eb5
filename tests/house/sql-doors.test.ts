import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface SqlFile {
  path: string
  text: string
}

/** The rooms that write a room's tables, including the room itself. */
const writers: Record<string, readonly string[]> = {
  // The tables of trips are written by the timetables room, when it imports a feed. The trips room itself writes
  // only in its SQL functions.
  trips: ['trips', 'timetables'],
  // Every endpoint and job builds on these tables, and no room owns them.
  foundation: ['server/db', 'server/http', 'server/jobs'],
}

/** Permitted writes to another room's table, and the reason. */
const allowed: Record<string, string> = {
  'server/jobs/make-departures.ts: trip':
    'rolls all timetables on; imports and the demo country call it, and it knows no feed',
  'server/jobs/make-departures.ts: schedule':
    'notes in the same statement how far a run was rolled',
}

/** Files that compute table names at run time: tables of their own room or of one transaction. */
const named: Record<string, string> = {
  'server/db/in-steps.ts': 'the table that the caller of `deleteInSteps` or `updateInSteps` names',
  'server/rooms/operators/repository.ts': 'operator_key or staff_key',
  'server/rooms/sharing/upkeep-repository.ts': 'trip_link, trip_sign and kin_text',
  'server/rooms/timetables/fares-repository.ts': 'temporary tables',
  'server/rooms/timetables/staging-repository.ts': 'temporary tables',
  'server/db/base/index.ts': 'lists that come with the product, before any room is there',
}

const writes =
  /\b(?:(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?|(?:delete|update)InSteps\(\s*[^,]+,\s*['"`])(\w+)/gi
const writesAsItGoes =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+\$\{|\bexecute\s+format\(\s*'(?:insert|update|delete)|\b(?:delete|update)InSteps\((?!db\)|\s*\w+:)\s*[^,]+,\s*\w/i

/** The room of a file, or its place if it belongs to no room. */
function homeOf(path: string): string {
  const [, place = '', room = ''] = path.split('/')
  return place === 'rooms' ? room : `server/${place}`
}

/** Finds writes of these files to tables of other rooms, as `file: table`. */
function foreignWrites(files: readonly SqlFile[], owners: ReadonlyMap<string, string>): string[] {
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(writes)].flatMap(([, table = '']) => {
      const owner = owners.get(table)
      const isOwn = owner === undefined || (writers[owner] ?? [owner]).includes(homeOf(path))
      return isOwn ? [] : [`${path}: ${table}`]
    }),
  )
  return [...new Set(found)]
}

const filesBelow = (folder: string, end: RegExp): SqlFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }))

/** The room that owns each table, according to the migrations. */
const owners = new Map(
  filesBelow('server/db/migrations', /\.sql$/)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(({ text }) => [...text.matchAll(/comment on table (\w+) is '([\w-]+):/g)])
    .map(([, table = '', room = '']) => [table, room] as const),
)

const written = filesBelow('server', /\.(?:ts|sql)$/).filter(
  ({ path }) => !path.startsWith('server/db/migrations'),
)

test('a table is written by its own room, by others only through its functions', () => {
  expect(foreignWrites(written, owners).toSorted()).toEqual(Object.keys(allowed).toSorted())
})

test('a table that is named as a query goes is one of the room', () => {
  const found = written.filter(({ text }) => writesAsItGoes.test(text)).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(named).toSorted())
})

test('every owner of a table is a room or has said who writes for it', () => {
  const rooms = readdirSync('server/rooms')
  const known = (room: string) => rooms.includes(room) || room in writers
  expect([...owners].filter(([, room]) => !known(room))).toEqual([])
  expect(owners.size).toBeGreaterThan(100)
})

test.each([
  ['server/rooms/boarding/repository.ts', "sql`update ticket set status = 'used'`"],
  ['server/rooms/boarding/repository.ts', 'sql`delete\n  from only ticket`'],
  ['server/rooms/boarding/repository.ts', "deleteInSteps(\n    db,\n    'ticket',"],
  ['server/rooms/boarding/repository.ts', 'updateInSteps(ctx.db, `ticket`,'],
  ['server/rooms/bookings/sql/sell_seats.sql', 'insert into ticket (id) values (p_id);'],
])('a foreign write is seen: %s, %s', (path, text) => {
  expect(foreignWrites([{ path, text }], new Map([['ticket', 'tickets']]))).toEqual([
    `${path}: ticket`,
  ])
})

test('a read of another room’s table, and a lock on it, are no writes', () => {
  const text = 'select from ticket where id = $1 for update of ticket; select use_tickets($1)'
  const path = 'server/rooms/boarding/repository.ts'
  expect(foreignWrites([{ path, text }], new Map([['ticket', 'tickets']]))).toEqual([])
})
