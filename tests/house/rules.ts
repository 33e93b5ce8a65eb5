import { doorRules } from './door-rules.ts'
import { galleryRule } from './gallery-rule.ts'
import type { HouseFile, Rule } from './tree.ts'

/** The files that list the rooms, one per line. */
const roomLists = ['server/rooms.ts', 'src/app/rooms.ts']

/**
 * Returns the names of all rooms: those in `roomLists`, and `timetables`, which is in neither list because only a
 * command uses it.
 */
const roomNames = (house: readonly HouseFile[]) =>
  new Set([
    'timetables',
    ...house
      .filter(({ path }) => roomLists.includes(path))
      .flatMap(({ imports }) => imports.map(({ from }) => /rooms\/([^/]+)$/.exec(from)?.[1] ?? '')),
  ])

const roomFolder =
  /^(?:contract\/[^/]+|src\/(?:app|ui(?:\/(?:pictures|codes|lists|seats|sheets))?|lib(?:\/(?:api|device|outbox|queries|session))?|features\/[^/]+)|server\/(?:http|jobs|platform|commands|rooms\/[^/]+)|demo\/sandbox)(?=\/)/
/**
 * Test folders that belong to no room: the places of the server and of the phone, then the subjects that only a browser
 * shows.
 */
const testedPlaces = new Set([
  'app',
  'db',
  'demo',
  'http',
  'jobs',
  'platform',
  'desk',
  'lib',
  'ui',
  'journeys',
  'pages',
  'specification',
  'updates',
])
const testFile = /^tests\/.+\.(?:test|spec)\.tsx?$/
/** Projects that test a place as a whole; their tests may be directly in the project's folder. */
const wholePlace = /^tests\/(?:budgets|contract|house|screens)\/[^/]+$/
const nothingNames = /^(?:utils?|helpers?|common|misc|managers?|data|info)$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const snake = /^[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
const code = /\.(?:tsx?|css|html|sql)$/
const wideComment = /^(?=\s*(?:\*|\/\*\*?|\/\/|--) ).{121,}$/m
const speaksSql = /(?<![\w.])sql(?:\.raw\(|(?:<[^`]*>)?`)/
const keepsSql =
  /^(?:server\/(?:db|jobs)|demo\/country)\/|^(?:server|demo)\/.*\/[^/]*repository[^/]*\.ts$/

/** Today's date in SQL, in UTC or by a zone that is written out. */
const readsToday =
  /\bcurrent_date\b|\b(?:now|clock_timestamp)\(\) at time zone (?:'Africa\/Lagos'|\$\{homeZone\})(?:\)::date\b|, 'YYYY)/

/** Formatters and comparers that load locale data. */
const usesLocale = /\bnew Intl\.|\.(?:localeCompare|toLocale\w+)\(/

/** The only file that makes a formatter, for a departure in another zone than Nigeria's, and only then. */
const isZoneClock = (path: string) => path === 'src/lib/format.ts'

/** The function that the rule names, and migrations: an applied one is never edited. */
const isDaySource = /\/migrations\/|\/lagos_today\.sql$/

/** An `order by` that sorts by a name or title without `plain()`, perhaps in lower case. */
const sortedByName =
  /\border by(?:plain\([^)]*\)|(?!plain\()[^\n`])*?[\s,](?:lower\()?(?:\w+\.)?(?:full_name|name|title)\b|\blower\((?:\w+\.)?name\), /

/** Home's search is prerendered and works without a script: its list of places consists of native elements. */
const searchForm = /^src\/features\/lookups\/(?:place-field|search-form)\.tsx$/
const controls =
  /<(?:button|datalist|dialog|fieldset|input(?! hidden)|meter|option|progress|select|textarea)\b|\brole=(?:\{?['"])(?:combobox|dialog|listbox|menu|menuitem|option|radio|slider|spinbutton|switch|tab|tablist)['"]/

/** HTML elements that only one shared control may use. */
const singleControls = ['dialog', 'fieldset', 'progress', 'select', 'textarea']

export const rules: readonly Rule[] = [
  ...doorRules,
  galleryRule,
  {
    name: 'a room has at most two levels of folders',
    broken: (house) =>
      each(house, (file) => {
        const room = roomOf(file)
        return room !== undefined && file.folder.slice(room.length).split('/').length > 3
      }),
  },
  {
    name: 'a room has the same name in every place',
    broken: (house) => {
      const names = roomNames(house)
      return each(house, (file) => {
        const room = /^(?:contract|src\/features|server\/rooms)\/([^/]+)\//.exec(file.path)?.[1]
        return room !== undefined && !names.has(room)
      })
    },
  },
  {
    name: 'a test lies in the folder of the room or the place it proves',
    broken: (house) => {
      const names = roomNames(house)
      return each(house, ({ path }) => {
        const folder = /^tests\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? ''
        const isPlaced = names.has(folder) || testedPlaces.has(folder) || wholePlace.test(path)
        return testFile.test(path) && !isPlaced
      })
    },
  },
  {
    name: 'a file has at most 400 lines',
    broken: (house) =>
      house
        .filter((file) => code.test(file.path))
        .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > 400)
        .map(({ path, lines }) => `${path}: ${lines} lines`),
  },
  {
    name: 'a comment fits 120 columns',
    broken: (house) =>
      // Except migrations: an applied one is never edited.
      each(
        house,
        ({ path, text }) =>
          code.test(path) && !path.includes('/migrations/') && wideComment.test(text),
      ),
  },
  {
    name: 'names say what is inside',
    broken: (house) =>
      each(house, (file) =>
        [...file.folder.split('/'), file.stem].some((name) => nothingNames.test(name)),
      ),
  },
  {
    name: 'names are kebab-case',
    broken: (house) =>
      each(
        house,
        (file) => !file.path.split('/').every((name) => kebab.test(name) || snake.test(name)),
      ),
  },
  {
    name: 'SQL lives in a repository, in server/db and in server/jobs',
    broken: (house) =>
      each(
        house,
        (file) =>
          /^(?:server|demo)\//.test(file.path) &&
          !keepsSql.test(file.path) &&
          speaksSql.test(file.text),
      ),
  },
  {
    // The puzzle for guests may read the clock: it is valid for minutes only, and checking it needs no query.
    name: 'only the clock of the database decides in rooms of the server',
    broken: (house) =>
      each(
        house,
        ({ path, text }) =>
          path.startsWith('server/rooms/') &&
          path !== 'server/rooms/bookings/holds/puzzle.ts' &&
          /\bDate\.now\(\)|\bnew Date\(\)/.test(text),
      ),
  },
  {
    // The database runs in UTC, where the day begins an hour later than in Lagos.
    name: 'today’s date comes from lagos_today()',
    broken: (house) =>
      each(
        house,
        ({ path, text }) =>
          /^(?:server|demo|tests\/(?!house\/))/.test(path) &&
          !isDaySource.test(path) &&
          readsToday.test(text),
      ),
  },
  {
    // The first use of locale data takes 25 to 40 ms on a small server, before anybody can touch the page.
    name: 'a phone formats and sorts without the browser’s locale data',
    broken: (house) =>
      each(
        house,
        ({ path, text }) =>
          /^(?:contract|src|sw)\//.test(path) && !isZoneClock(path) && usesLocale.test(text),
      ),
  },
  {
    // Ages and deadlines follow the server's clock. Items that the worker sends contain the difference of the clocks.
    name: 'the phone’s clock is read in one file, which corrects it by the server’s',
    broken: (house) =>
      each(
        house,
        ({ path, text }) =>
          /^(?:src|sw)\//.test(path) &&
          path !== 'src/lib/clock.ts' &&
          path !== 'sw/outbox.ts' &&
          // This script imports nothing, and corrects the clock by the difference that lib/clock has stored.
          path !== 'src/page-scripts/next-trip.ts' &&
          /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bgetTimezoneOffset\b/.test(text),
      ),
  },
  {
    name: 'what is sorted by name is sorted by its plain letters, so that Ṣ stands with S',
    broken: (house) => quoted(house, 'server/rooms/', [sortedByName]),
  },
  {
    name: 'controls are written in src/ui only',
    broken: (house) =>
      quoted(
        house.filter(({ path }) => !path.startsWith('src/ui/') && !searchForm.test(path)),
        'src/',
        [controls],
      ),
  },
  {
    name: 'screens read schemas from the model: the build removes them from endpoints',
    broken: (house) =>
      house
        .filter(({ path }) => path.startsWith('src/'))
        .flatMap(({ path, text }) =>
          importedEndpoints(text)
            .filter((name) => new RegExp(`\\b${name}\\.(?:input|output)\\b`).test(text))
            .map((name) => `${path}: ${name}`),
        ),
  },
  {
    name: 'a control is written once',
    broken: (house) => singleControls.filter((name) => countElements(house, name) > 1),
  },
  {
    name: 'no test is skipped, none waits for the clock',
    broken: (house) =>
      quoted(house, 'tests/', [
        /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|skipIf|only|todo|fixme|fails)\b/,
        /\bwaitForTimeout\b/,
      ]),
  },
  {
    name: 'a network is cut by the proxy: the browser cuts no service worker',
    broken: (house) => quoted(house, 'tests/e2e/', [/\bsetOffline\b/, /\boffline: true\b/]),
  },
  {
    name: 'no check is switched off and nothing is left to do',
    broken: (house) =>
      quoted(house, '', [
        /\b(?:oxlint|eslint)-disable/,
        /@ts-(?:ignore|nocheck|expect-error)\b/,
        /\bas any\b/,
        /\bTODO\b|\bFIXME\b/,
      ]),
  },
]

/** Returns the names of the endpoints that a file imports as values. */
function importedEndpoints(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from '#contract\/[\w-]+\/endpoints'/g)].flatMap(
    ([, names = '']) => names.match(/\b\w+(?=\s*(?:,|$))/g) ?? [],
  )
}

function roomOf(file: HouseFile): string | undefined {
  return roomFolder.exec(file.path)?.[0]
}

function each(house: readonly HouseFile[], is: (file: HouseFile) => boolean): string[] {
  return house.filter(is).map((file) => file.path)
}

/** Counts how often `src/` contains an element, without the search form. */
function countElements(house: readonly HouseFile[], name: string): number {
  return house
    .filter(({ path }) => path.startsWith('src/') && !searchForm.test(path))
    .reduce((sum, { text }) => sum + text.split(new RegExp(`<${name}\\b`)).length - 1, 0)
}

/** Files below a folder that contain one of the words. */
function quoted(house: readonly HouseFile[], below: string, words: readonly RegExp[]): string[] {
  return house
    .filter((file) => file.path.startsWith(below))
    .filter((file) => /\.(?:tsx?|css)$/.test(file.path))
    .flatMap((file) => words.map((word) => word.exec(file.text)).map((hit) => ({ file, hit })))
    .filter(({ hit }) => hit !== null)
    .map(({ file, hit }) => `${file.path}: ${hit?.[0]}`)
}
