/** Files that each break one of our rules: the rule's name → path → text. */
export const ruleViolations: Record<string, readonly (readonly [path: string, text: string])[]> = {
  '../ does not exist': [
    ['src/ui/x.tsx', "import '../lib/api.ts'"],
    ['src/ui/x.tsx', "export const x = () => import('../lib/api.ts')"],
    ['src/ui/x.module.css', ".x { composes: y from '../y.module.css'; }"],
  ],
  'places share only contract, rooms meet at doors': [
    ['src/lib/x.ts', "export { port } from '#server/config'"],
    ['src/lib/x.ts', "export { book } from '#features/bookings'"],
    ['src/ui/x.tsx', "export { book } from '#features/bookings'"],
    ['src/desk/x.tsx', "export { book } from '#features/bookings'"],
    ['src/desk/rooms.ts', "export { Entrance } from '#features/members/desk'"],
    ['server/platform/x.ts', "export { findTrips } from '#server/rooms/trips'"],
    ['server/x.ts', "export { call } from '#lib/api'"],
    ['sw/x.ts', "export { Trip } from '#contract/trips/model'"],
    ['contract/x.ts', "import { z } from 'zod'"],
    ['server/x.ts', "export { x } from './http/serve.ts'"],
    ['src/features/payments/x.ts', "export { TripScreen } from '#features/trips'"],
    ['src/features/trips/x.ts', "export const x = () => import('./map/map.screen.tsx')"],
  ],
  'nobody goes past a door': [
    ['src/features/bookings/x.ts', "import type { X } from '#features/trips/trip-screen'"],
    ['src/features/bookings/x.ts', "import { x } from '#lib/cache/x'"],
    ['server/x.ts', "import {\n  findTrips,\n} from '#server/rooms/trips/service'"],
    ['src/features/bookings/x.ts', "export { book } from '#features/bookings'"],
    ['server/rooms/trips/search/x.ts', "export { x } from '#server/rooms/trips/search'"],
    ['server/rooms/bookings/x.ts', "export { x } from '#server/rooms/trips/search'"],
  ],
  'nothing that a traveller loads imports the desk': [
    ['src/features/reviews/x.ts', "export { ReviewQueue } from './desk/index.ts'"],
    ['src/features/reviews/x.ts', "export const x = () => import('./desk/room.ts')"],
    ['src/app/x.ts', "export { deskRoom } from '#desk/reviews'"],
    ['src/features/trips/x.ts', "import type { DeskRoute } from '#lib/desk-room'"],
    ['src/features/trips/x.tsx', "export { Pager } from '#ui/desk/pager'"],
  ],
  'the door of a room has at most 12 exports, every door names them': [
    ['server/rooms/trips/index.ts', 'export const one = 1\n'.repeat(13)],
    ['server/rooms/trips/index.ts', "export * from './routes.ts'"],
    ['server/rooms/trips/search/index.ts', "export * from './search.ts'"],
  ],
  'rooms do not stand in a circle': [
    ['src/features/trips/x.ts', "import { book } from '#features/bookings'"],
  ],
  'files do not import each other in a circle, dynamic and type imports included': [
    ['src/lib/device.ts', "export const x = () => import('#lib/device')"],
    ['src/lib/api.ts', "export const late = () => import('#features/bookings')"],
    ['src/lib/clock.ts', "import type { Clock } from '#lib/clock'"],
  ],
  'a package with one home is met only there': [
    ['src/features/trips/x.ts', "import axios from 'axios'"],
    ['src/lib/x.ts', "import { get } from 'idb-keyval'"],
    ['server/rooms/trips/routes.ts', "import fastify from 'fastify'"],
    ['server/rooms/trips/service.ts', "import { sql } from '#server/db/sql'"],
    ['src/features/trips/x.tsx', "import { Select } from '@mantine/core'"],
    ['src/app/x.tsx', "import { MantineProvider } from '@mantine/core'"],
  ],
  'every component of src/ui is on /dev/pieces': [
    ['src/ui/x.tsx', 'export function Badge() {\n  return <p>New</p>\n}'],
    ['src/ui/lists/x.tsx', 'export const Badge = () => <p>New</p>'],
    ['src/ui/missing-page.tsx', 'export function Fare() {\n  return <p>Gone</p>\n}'],
  ],
  'a room has at most two levels of folders': [
    ['server/rooms/trips/search/days/hours/x.ts', 'export const x = 1'],
  ],
  'a room has the same name in every place': [
    ['contract/journeys/model.ts', 'export const x = 1'],
    ['server/rooms/journeys/index.ts', 'export const x = 1'],
  ],
  'a test lies in the folder of the room or the place it proves': [
    ['tests/server/x.test.ts', 'export const x = 1'],
    ['tests/server/journey-times/x.test.ts', 'export const x = 1'],
    ['tests/e2e/x.spec.ts', 'export const x = 1'],
    ['tests/x.test.ts', 'export const x = 1'],
  ],
  'a comment fits 120 columns': [['server/x.ts', `/** ${'word '.repeat(24)}*/`]],
  'a file has at most 400 lines': [['src/ui/x.css', '\n'.repeat(400) + 'a{}']],
  'names say what is inside': [
    ['src/lib/utils.ts', 'export const x = 1'],
    ['server/rooms/trips/helpers.ts', 'export const x = 1'],
  ],
  'names are kebab-case': [['src/ui/SeatMap.tsx', 'export const x = 1']],
  'SQL lives in a repository, in server/db and in server/jobs': [
    ['server/rooms/trips/service.ts', "export const x = sql.raw('select 1')"],
    ['server/http/x.ts', 'export const x = sql`select 1`'],
  ],
  'only the clock of the database decides in rooms of the server': [
    ['server/rooms/trips/x.ts', 'export const until = new Date(Date.now() + 60_000)'],
    ['server/rooms/trips/x.ts', 'export const today = new Date().toISOString()'],
  ],
  'the phone’s clock is read in one file, which corrects it by the server’s': [
    ['src/lib/x.ts', 'export const age = (at: number) => Date.now() - at'],
    ['src/features/trips/x.tsx', 'export const now = () => new Date()'],
    ['sw/x.ts', 'export const clock = { now: Date.now }'],
    ['src/ui/x.tsx', 'export const zone = (at: Date) => at.getTimezoneOffset()'],
  ],
  'a phone formats and sorts without the browser’s locale data': [
    ['contract/x.ts', "const numbers = new Intl.NumberFormat('en')"],
    ['src/features/trips/x.ts', 'names.toSorted((a, b) => a.localeCompare(b))'],
    ['sw/x.ts', 'const text = (12500).toLocaleString()'],
  ],
  'today’s date comes from lagos_today()': [
    ['server/rooms/trips/sql/x.sql', 'select current_date'],
    ['server/jobs/x.ts', "select (now() at time zone 'Africa/Lagos')::date"],
    ['tests/server/trips/x.test.ts', 'select (now() at time zone ${homeZone})::date'],
    ['server/jobs/x.ts', "to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD')"],
  ],
  'what is sorted by name is sorted by its plain letters, so that Ṣ stands with S': [
    ['server/rooms/trips/park-repository.ts', 'const x = sql`select 1 order by p.name, p.code`'],
    ['server/rooms/trips/park-repository.ts', 'const x = sql`select 1 order by a, lower(p.name)`'],
    [
      'server/rooms/trips/park-repository.ts',
      'const x = sql`json_agg(f order by plain(f.a), f.name)`',
    ],
  ],
  'controls are written in src/ui only': [
    ['src/features/trips/x.tsx', 'export const x = <select name="sort" />'],
    ['src/features/trips/x.tsx', 'export const x = <dialog open />'],
    ['src/features/trips/x.tsx', 'export const x = <div role="tab">Seats</div>'],
    ['src/features/lookups/x.tsx', 'export const x = <textarea>Yam</textarea>'],
    ['src/app/x.tsx', 'export const x = <input type="checkbox" />'],
    ['src/desk/x.tsx', 'export const x = <button type="button">Approve</button>'],
  ],
  'screens read schemas from the model: the build removes them from endpoints': [
    [
      'src/features/trips/x.ts',
      "import { findTrips, getTrip } from '#contract/trips/endpoints'\nexport const x = getTrip.input",
    ],
  ],
  'a control is written once': [
    ['src/ui/x.tsx', 'export const x = [<select name="sort" />, <select name="page" />]'],
    ['src/ui/x.tsx', 'export const x = <><dialog open /><dialog open /></>'],
  ],
  'no test is skipped, none waits for the clock': [
    ['tests/server/trips/trips.test.ts', "test.skip('later', () => {})"],
    ['tests/server/trips/trips.test.ts', "test.describe.only('now', () => {})"],
    ['tests/server/trips/trips.test.ts', 'await page.waitForTimeout(100)'],
  ],
  'a network is cut by the proxy: the browser cuts no service worker': [
    ['tests/e2e/offline/x.spec.ts', 'await context.setOffline(true)'],
  ],
  'no check is switched off and nothing is left to do': [
    ['server/x.ts', '// oxlint-disable-next-line'],
    ['server/x.ts', '// @ts-expect-error'],
    ['server/x.ts', 'export const x = y as any'],
  ],
}
