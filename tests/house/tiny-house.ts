import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const checks = ['package.json', 'tsconfig.json', '.oxlintrc.json']
const places = ['contract', 'src', 'sw', 'server', 'demo', 'tools', 'tests']

/** The smallest repository that follows every rule: one endpoint, one screen, one worker, one route. */
const files: Record<string, string> = {
  'contract/lookups/paths.ts': `export const lookupPaths = ['/v1/cities']\n`,
  'contract/trips/model.ts': `import * as z from 'zod/mini'\n\nexport const Trip = z.strictObject({ fare_kobo: z.number() })\nexport type Trip = z.output<typeof Trip>\n`,
  'src/lib/api.ts': `export const call = async (path: string): Promise<unknown> => (await fetch(path)).json()\n`,
  'src/lib/device.ts': `export const remember = (name: string, text: string) => localStorage.setItem(name, text)\n`,
  'src/ui/fare.tsx': `export function Fare({ kobo }: { kobo: number }) {\n  return <output>{kobo / 100}</output>\n}\n`,
  'src/app/pieces/index.ts': `export { Pieces } from './pieces.tsx'\n`,
  'src/app/pieces/pieces.tsx': `import { Fare } from '#ui/fare'\n\nexport function Pieces() {\n  return <Fare kobo={1_170_000} />\n}\n`,
  'src/features/trips/index.ts': `export { TripScreen } from './trip-screen.tsx'\n`,
  'src/features/trips/trip-screen.tsx': `import type { Trip } from '#contract/trips/model'\nimport { Fare } from '#ui/fare'\n\nexport function TripScreen({ trip }: { trip: Trip }) {\n  return <Fare kobo={trip.fare_kobo} />\n}\n`,
  'src/features/bookings/index.ts': `export { book } from './queries.ts'\nexport { TripScreen as Booked } from '#features/trips'\n`,
  'src/features/bookings/queries.ts': `import { call } from '#lib/api'\n\nexport const book = () => call('/v1/bookings')\n`,
  'src/features/bookings/room.ts': `export const room = { name: 'bookings' }\n`,
  'src/features/lookups/room.ts': `export const room = { name: 'lookups' }\n`,
  'src/app/rooms.ts': `export { room as bookings } from '#rooms/bookings'\nexport { room as lookups } from '#rooms/lookups'\n`,
  'src/main.tsx': `import { book } from '#features/bookings'\nimport { TripScreen } from '#features/trips'\n\nexport const start = [book, TripScreen]\n`,
  'sw/sw.ts': `import { lookupPaths } from '#contract/lookups/paths'\n\nself.addEventListener('message', () => void caches.open(lookupPaths.join()))\n`,
  'server/config.ts': `export const port = Number(process.env['PORT'] ?? 3000)\n`,
  'server/http/serve.ts': `export const serve = (path: string, answer: () => unknown) => ({ path, answer })\n`,
  'server/db/client.ts': `export const read = (table: string) => [table]\n`,
  'server/rooms.ts': `import { tripRoutes } from '#server/rooms/trips'\n\nexport const rooms = [tripRoutes]\n`,
  'server/rooms/trips/index.ts': `export { tripRoutes } from './routes.ts'\n`,
  'server/rooms/trips/routes.ts': `import { serve } from '#server/http/serve'\nimport { findTrips } from './service.ts'\n\nexport const tripRoutes = [serve('/v1/trips', findTrips)]\n`,
  'server/rooms/trips/service.ts': `import { readTrips } from './repository.ts'\n\nexport const findTrips = () => readTrips()\n`,
  'server/rooms/trips/repository.ts': `import { read } from '#server/db/client'\n\nexport const readTrips = () => read('trip')\n`,
  'demo/index.ts': `import { read } from '#server/db/client'\n\nexport const demo = { towns: read('city') }\n`,
  'tools/build/plugin.ts': `import { lookupPaths } from '#contract/lookups/paths'\n\nexport const plugin = { name: lookupPaths.join() }\n`,
  'tests/server/trips/trips.test.ts': `import { expect, test } from 'vitest'\nimport { tripRoutes } from '#server/rooms/trips'\n\ntest('a trip has a route', () => expect(tripRoutes).toHaveLength(1))\n`,
}

export interface TinyHouse {
  readonly root: string
  /** Adds or replaces a file; returns a function that undoes it. */
  plant(path: string, text: string): () => void
  /** Runs a tool from the packages; returns all its output, and whether it succeeded. */
  run(tool: 'tsc' | 'oxlint', ...args: string[]): { ok: boolean; says: string }
  remove(): void
}

/** Builds the tiny repository in a temporary folder, with the settings and packages of the real one. */
export function buildTinyHouse(): TinyHouse {
  const root = mkdtempSync(join(tmpdir(), 'tiny-house-'))
  const here = process.cwd()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  for (const path of [...checks, ...places.map((place) => `${place}/tsconfig.json`)])
    cpSync(join(here, path), join(root, path))
  // One link per package: what the compiler stores between runs must not mix with ours.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(here, 'node_modules')))
    if (name !== '.cache')
      symlinkSync(join(here, 'node_modules', name), join(root, 'node_modules', name))

  return {
    root,
    plant(path, text) {
      write(path, text)
      const before = files[path]
      return () => (before === undefined ? rmSync(join(root, path)) : write(path, before))
    },
    run(tool, ...args) {
      const ended = spawnSync(join(here, 'node_modules/.bin', tool), args, {
        cwd: root,
        encoding: 'utf8',
        timeout: 25_000,
      })
      return { ok: ended.status === 0, says: ended.stdout + ended.stderr }
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}
