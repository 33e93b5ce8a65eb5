import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The flows of the app after the first load, by the chunks that their screens come in; what those cannot
 * do without is found in the build. A chunk that is in no flow, nor in the first load, fails the budgets.
 */
export const flows = {
  booking: [
    'trips',
    'puzzle',
    'bookings',
    'payments',
    'pay.screen',
    'after-payment',
    'tickets',
    'account',
    'map',
  ],
  parcels: ['sending.screens', 'waybill.screens', 'payments', 'pay-parcel.screen', 'map'],
  invoices: ['invoices', 'payments'],
  profile: ['profile', 'accounts'],
  signing_in: ['accounts', 'google-sign-in', 'sign-in.screens'],
  wallet: ['wallet', 'payments'],
  charters: ['charters', 'payments'],
  waitlist: ['waitlist'],
  directories: ['reviews', 'operators', 'businesses', 'list-yours.screen', 'map'],
  fuel: ['fuel'],
  support: ['talks.screens', 'events'],
  reading: ['reading.screens', 'info-center.screen'],
  boarding: ['boarding', 'decode', 'ed25519'],
  phone: ['storage.screen'],
  sharing: ['sharing'],
  communities: ['communities', 'community.screen'],
} as const satisfies Record<string, readonly string[]>

/** Mantine, our dress for it and the snackbars: every flow shares them, and they come once. */
const mantineParts = ['mantine', 'controls', 'snackbars']

/** What the first page fetches by itself after its first paint: footer, dock, banners, the update. */
const soonAfter = ['around']

/** Counts bytes of a build: brotli where there is one beside the file. */
export function builtIn(dist: string) {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const raw = (name: string) => statSync(join(dist, name)).size
  const wire = (name: string) => raw(files.includes(`${name}.br`) ? `${name}.br` : name)
  const sum = (names: Iterable<string>, of = wire) =>
    [...names].reduce((total, name) => total + of(name), 0)
  const { imports } = JSON.parse(read('importmap.json')) as { imports: Record<string, string> }
  const chunks = Object.entries(imports).map(([name, path]) => ({
    name: /^\/assets\/(.+)-[\w-]{7}\.\w+$/.exec(name)?.[1] ?? name,
    file: path.slice(1),
  }))
  const install = [...read('sw.js').matchAll(/\{[^{}]*?["`]?url["`]?:["`]([^"`]+)["`][^{}]*\}/g)]
    .filter(([entry]) => !/later/.test(entry))
    .map(([entry, url = '']) => ({ url, is_checked: /sha256-/.test(entry) }))

  /** Script and style sheet of these chunks, and all that they import at once. */
  function needed(names: readonly string[]): Set<string> {
    const found = new Set<string>()
    const add = (file: string) => {
      if (found.has(file)) return
      found.add(file)
      if (!file.endsWith('.js')) return
      for (const [, name = ''] of read(file).matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g))
        add((imports[`/assets/${name}`] ?? `/assets/${name}`).slice(1))
      const own = chunks.find((chunk) => chunk.file === file)?.name
      for (const chunk of chunks) if (chunk.name === own) add(chunk.file)
    }
    for (const name of names) {
      const own = chunks.filter((chunk) => chunk.name === name)
      if (own.length === 0) throw new Error(`The build has no chunk "${name}".`)
      for (const { file } of own) add(file)
    }
    return found
  }

  const home = ['index.html', ...scriptsIn(read('index.html'))]
  // The sheet of the core is in every page.
  const inPages = chunks.filter(({ name, file }) => name === 'main' && file.endsWith('.css'))
  const first = new Set([
    ...home,
    ...install.map(({ url }) => url),
    ...inPages.map(({ file }) => file),
    ...needed(soonAfter),
  ])
  const mantine = needed(mantineParts)
  const after = (files: Iterable<string>) =>
    [...files].filter((file) => !first.has(file) && !mantine.has(file))

  return {
    files,
    read,
    wire,
    sum,
    install,
    /** Every chunk of the app, by its name without hash. */
    chunks,
    needed,
    home: sum(home),
    tier_zero: sum(install.map(({ url }) => url)) + wire('sw.js'),
    /** All that comes by itself at the first visit: the first install and what the first page fetches. */
    visit: sum([...first].filter((file) => !/main-[\w-]+\.css$/.test(file))) + wire('sw.js'),
    mantine: sum([...mantine].filter((file) => !first.has(file))),
    /** What a flow costs after the first load, bytes; Mantine's shared part aside. */
    flow: (name: keyof typeof flows) => sum(after(needed(flows[name]))),
    disk: sum(new Set([...first, ...chunks.map(({ file }) => file)]), raw) + raw('sw.js'),
    /** Chunks that are in no flow and no first load. */
    unnamed: chunks
      .map(({ file }) => file)
      .filter((file) => !first.has(file) && !mantine.has(file))
      .filter((file) => !Object.values(flows).some((names) => needed(names).has(file))),
  }
}

/** What a page fetches; a disabled sheet is not fetched. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+)"(?! disabled)/g)].map(
    ([, name = '']) => name,
  )
