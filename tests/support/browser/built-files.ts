import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildFiles } from '#tools/build/files'

/**
 * What each flow needs after the first load: rooms, screens, and packages that no other flow needs. Everything that a
 * room loads later counts: its screens and their parts. A room in no flow fails the budgets. A screen that is named
 * here counts for that flow and not for its room's flow, because a traveller who is buying a ticket does not open it.
 */
export const flows = {
  booking: ['trips', 'bookings', 'payments', 'tickets', 'lookups'],
  own_trips: ['bookings/my-trips.screen.tsx'],
  parks: ['trips/parks.screen.tsx', 'trips/routes.screen.tsx', 'trips/ride-board.screen.tsx'],
  parcels: ['parcels', 'payments'],
  invoices: ['invoices', 'payments'],
  profile: ['profile', 'accounts', 'rewards', 'notifications'],
  signing_in: ['accounts'],
  wallet: ['wallet', 'payments'],
  charters: ['charters', 'payments'],
  waitlist: ['waitlist'],
  directories: ['operators', 'businesses', 'reviews'],
  fuel: ['fuel'],
  support: ['support', 'events'],
  reading: ['site'],
  boarding: ['boarding', '../node_modules/qr/', '../node_modules/@noble/'],
  counter: ['counter', '../node_modules/qr/'],
  phone: ['offline'],
  sharing: ['sharing'],
  communities: ['communities'],
} as const satisfies Record<string, readonly string[]>

const namedScreens = new Set(
  Object.values(flows)
    .flat()
    .filter((room) => room.endsWith('.tsx'))
    .map((screen) => `features/${screen}`),
)

/** Mantine's files: the flows share them, and they are loaded once. */
const mantineModules = ['ui/mantine/snackbars.tsx']

/** What the first page downloads soon after its first paint, for everybody. */
const soonAfter = [
  'app/overlays.tsx',
  'app/footer.tsx',
  'app/tab-bar.tsx',
  'app/update.tsx',
  'features/lookups/list-queries.ts',
  'features/notifications/index.ts',
  'features/parcels/tracking/index.ts',
  'features/site/home/landing.tsx',
]

/** What any screen may load in addition. */
const anywhere = [
  'ui/pictures/map.tsx',
  'ui/sheets/calendar-sheet.tsx',
  'features/lookups/place-choice-sheet.tsx',
]

/**
 * Reads the build in a folder and counts its bytes. Counts the brotli file if there is one, otherwise the file itself.
 */
export function readBuild(dist: string) {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const raw = (name: string) => statSync(join(dist, name)).size
  const wire = (name: string) => raw(files.includes(`${name}.br`) ? `${name}.br` : name)
  const sum = (names: Iterable<string>, of = wire) =>
    [...names].reduce((total, name) => total + of(name), 0)
  const { start, modules, screens } = JSON.parse(read('files.json')) as BuildFiles
  const install = [...read('sw.js').matchAll(/\{[^{}]*?["`]?url["`]?:["`]([^"`]+)["`][^{}]*\}/g)]
    .filter(([entry]) => !/later/.test(entry))
    .map(([, url = '']) => ({ url }))
  const chunks = chunksIn(read('index.html'))

  /** Returns the files that some modules need and that are not loaded with every page. */
  const needed = (names: readonly string[]) =>
    new Set(
      names.flatMap((name) => {
        const own = modules[name]
        if (own === undefined) throw new Error(`The build loads no ${name} later.`)
        return own
      }),
    )

  const home = ['index.html', ...scriptsIn(read('index.html'))]
  const inPages = sheetIn(read('index.html'))
  const first = new Set([...home, ...install.map(({ url }) => url), inPages, ...needed(soonAfter)])
  const mantine = needed(mantineModules)
  const desk = deskIn(files, read)
  const ownOfScreens = Object.values(screens).flatMap(
    ([module]) => modules[module ?? '']?.[0] ?? [],
  )
  const after = (some: Iterable<string>) =>
    [...some].filter((file) => !first.has(file) && !mantine.has(file))
  const modulesIn = (room: string) => {
    const isScreen = room.endsWith('.tsx')
    const path = room.endsWith('/') ? room : `features/${room}${isScreen ? '' : '/'}`
    const found = Object.keys(modules).filter((module) => module.startsWith(path))
    if (found.length === 0) throw new Error(`The build has no files of ${room}.`)
    return isScreen ? found : found.filter((module) => !namedScreens.has(module))
  }
  const ofRooms = (rooms: readonly string[]) =>
    needed([...rooms.flatMap((room) => modulesIn(room)), ...anywhere])

  return {
    files,
    read,
    wire,
    sum,
    install,
    /** The style sheet that is inlined in every page. */
    inPages,
    /** All files that the app may load, scripts and style sheets. */
    chunks,
    start,
    /** All files that are loaded automatically at the first visit. */
    first,
    needed,
    screens: Object.fromEntries(
      Object.entries(screens).map(([path, drawn]) => [path, [...needed(drawn)]]),
    ),
    home: sum(home),
    tier_zero: sum(install.map(({ url }) => url)) + wire('sw.js'),
    /** The bytes of the first visit: the service worker's install list and what the first page downloads. */
    visit: sum([...first].filter((file) => file !== inPages)) + wire('sw.js'),
    mantine: sum([...mantine].filter((file) => !first.has(file))),
    /** The bytes of a flow after the first load, without Mantine's shared part. */
    flow: (name: keyof typeof flows) => sum(after(ofRooms(flows[name]))),
    disk: sum(new Set([...first, ...chunks]), raw) + raw('sw.js'),
    /** The bytes that a phone downloads when the largest lazy screen has changed. */
    update: sum(['sw.js', 'index.html']) + Math.max(...ownOfScreens.map(wire)),
    desk: sum(desk.all),
    /** The bytes that the largest screen of the desk needs besides the files of the desk's first page. */
    desk_screen: Math.max(...desk.later.map((needs) => sum(needs))),
    /** Files that belong to no flow and not to the first load. */
    uncounted: chunks
      .filter((file) => !first.has(file) && !mantine.has(file))
      .filter((file) => !Object.values(flows).some((rooms) => ofRooms(rooms).has(file))),
  }
}

/** Returns all files of the desk, and for each screen the files that it needs and the first page does not load. */
function deskIn(files: readonly string[], read: (name: string) => string) {
  const withImports = (names: readonly string[]) => {
    const found = new Set(names)
    for (const name of found)
      if (name.endsWith('.js'))
        for (const [, file = ''] of read(name).matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g))
          found.add(`desk-assets/${file}`)
    return found
  }
  const all = files.filter((name) => /^desk(?:\.html|-assets\/.+\.(?:js|css))$/.test(name))
  const inPage = [...read('desk.html').matchAll(/(?:src|href)="\/(desk-assets\/[^"]+)"/g)]
  const first = withImports(inPage.map(([, file = '']) => file))
  const later = all
    .filter((file) => file.startsWith('desk-assets/') && !first.has(file))
    .map((file) => [...withImports([file])].filter((name) => !first.has(name)))
  return { all, later }
}

/**
 * Lists what the app costs a phone or a desk, with its limits. All are bytes but `entries of tier 0`, which are files.
 */
export const listBudgets = (built: ReturnType<typeof readBuild>) => [
  { what: 'home, first load', is: built.home, most: 118_000, least: 90_000 },
  { what: 'first visit', is: built.visit, most: 200_000, least: built.tier_zero },
  { what: 'tier 0', is: built.tier_zero, most: 195_000, least: 100_000 },
  { what: 'entries of tier 0', is: built.install.length, most: 14, least: 6 },
  { what: 'service worker', is: built.wire('sw.js'), most: 9000, least: 1000 },
  { what: 'style sheet in a page', is: built.wire(built.inPages), most: 6000, least: 1000 },
  { what: "Mantine's shared part", is: built.mantine, most: 70_000, least: 10_000 },
  ...flowNames.map((name) => ({
    what: `flow ${name}`,
    is: built.flow(name),
    most: 75_000,
    least: 1000,
  })),
  { what: 'update after a change in a screen', is: built.update, most: 30_000, least: 5000 },
  { what: 'app on disk', is: built.disk, most: 2_500_000, least: 500_000 },
  { what: 'desk', is: built.desk, most: 400_000, least: 30_000 },
  { what: 'desk, largest screen', is: built.desk_screen, most: 120_000, least: 1000 },
]

const flowNames = Object.keys(flows) as (keyof typeof flows)[]

/** Returns the files that a page's import map lists. */
function chunksIn(html: string): string[] {
  const [map = ''] = /(?<="importmap">)[^<]*/.exec(html) ?? []
  const { imports } = JSON.parse(map) as { imports: Record<string, string> }
  return Object.values(imports).map((path) => path.slice(1))
}

/** Returns the files that a page downloads, without disabled style sheets. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+)"(?! disabled)/g)].map(
    ([, name = '']) => name,
  )

const sheetIn = (html: string) => /href="\/([^"]+)" disabled/.exec(html)?.[1] ?? ''
