/** A file that breaks one rule, and the message that the tool must print about it. */
export interface ToolViolation {
  readonly what: string
  readonly path: string
  readonly named: string
  readonly text: string
}

const notListed = 'is not listed within the file list of project'
const down = 'app → features → ui → lib'
const serverDown = 'routes → service → repository → tables'
const network = 'The network has one door'
const storage = "The device's storage has one door"
const lines = (count: number) => '// one line more\n'.repeat(count)

/** Violations that `tsc -b` must report. A star in a path is replaced by the name of the deliberately wrong file. */
export const compilerViolations: readonly ToolViolation[] = violations([
  [
    'the phone imports the server',
    'src/lib/*.ts',
    notListed,
    "export { port } from '#server/config'",
  ],
  [
    'the phone imports a test',
    'src/lib/*.ts',
    notListed,
    "export * from '#tests/server/trips/trips.test'",
  ],
  ['the server imports the phone', 'server/*.ts', notListed, "export { call } from '#lib/api'"],
  ['the worker imports the phone', 'sw/*.ts', notListed, "export { call } from '#lib/api'"],
  [
    'the contract imports the server',
    'contract/*.ts',
    notListed,
    "export { port } from '#server/config'",
  ],
  ['the contract needs a browser', 'contract/*.ts', "name 'document'", 'export const x = document'],
  ['the contract needs node', 'contract/*.ts', "name 'process'", 'export const x = process'],
  ['the server needs a browser', 'server/*.ts', "name 'document'", 'export const x = document'],
  [
    'past a door',
    'src/ui/*.ts',
    'Cannot find module',
    "export * from '#features/trips/trip-screen'",
  ],
  [
    'past a door of the server',
    'server/*.ts',
    'Cannot find module',
    "export * from '#server/rooms/trips/service'",
  ],
  ['not erasable', 'server/*.ts', 'erasableSyntaxOnly', 'export enum X {\n  a,\n}'],
  [
    'read without a look',
    'server/*.ts',
    "'string | undefined'",
    "export const x: string = ['a'][1]",
  ],
])

/** Violations that oxlint must report. */
export const linterViolations: readonly ToolViolation[] = violations([
  [
    'parent import',
    'src/features/trips/*.ts',
    'no-relative-parent-imports',
    "export { call } from '../../lib/api.ts'",
  ],
  ['up from lib to a room', 'src/lib/*.ts', down, "export { book } from '#features/bookings'"],
  ['up from lib to ui', 'src/lib/*.ts', down, "export { Fare } from '#ui/fare'"],
  ['up from ui to a room', 'src/ui/*.tsx', down, "export { book } from '#features/bookings'"],
  [
    'up from repository to service',
    'server/rooms/trips/*-repository.ts',
    serverDown,
    "export * from './service.ts'",
  ],
  ['up from a service', 'server/rooms/trips/*.ts', serverDown, "export * from './routes.ts'"],
  [
    'from a service to http',
    'server/rooms/trips/*.ts',
    serverDown,
    "export * from '#server/http/serve'",
  ],
  [
    'past the service',
    'server/rooms/trips/*-routes.ts',
    serverDown,
    "export * from './repository.ts'",
  ],
  [
    'up from the database to a room',
    'server/db/*.ts',
    'rooms stand on http and db',
    "export * from '#server/rooms/trips'",
  ],
  [
    'fetch outside its door',
    'src/features/trips/*.ts',
    network,
    "export const x = async () => fetch('/')",
  ],
  [
    'fetch through the window',
    'src/ui/*.ts',
    network,
    "export const x = async () => window.fetch('/')",
  ],
  ['a socket outside its door', 'src/lib/*.ts', network, "export const x = new WebSocket('/')"],
  [
    'storage outside its door',
    'src/features/trips/*.ts',
    storage,
    "export const x = localStorage.getItem('x')",
  ],
  [
    'a database outside its door',
    'src/lib/*.ts',
    storage,
    "export const x = globalThis.indexedDB.open('x')",
  ],
  ['a cookie outside its door', 'src/app/*.ts', storage, 'export const x = document.cookie'],
  [
    'environment outside its door',
    'server/http/*.ts',
    'The environment has one door',
    "export const x = process.env['X']",
  ],
  ['a file of 401 lines', 'server/*.ts', 'max-lines', `export const x = 1\n${lines(400)}`],
  [
    'a function of 81 lines',
    'server/*.ts',
    'max-lines-per-function',
    `export function x() {\n${lines(79)}}`,
  ],
  ['any', 'contract/*.ts', 'no-explicit-any', 'export const x = (y: any): unknown => y'],
  [
    'a check switched off',
    'contract/*.ts',
    'ban-ts-comment',
    '// @ts-ignore\nexport const x: string = 1',
  ],
  ['default export', 'src/lib/*.ts', 'no-default-export', 'export default 1'],
  [
    'a promise nobody waits for',
    'server/*.ts',
    'no-floating-promises',
    'export const x = () => {\n  Promise.resolve(1)\n}',
  ],
  [
    'a hook in a branch',
    'src/ui/*.tsx',
    'rules-of-hooks',
    "import { useState } from 'react'\nexport function X({ y }: { y: boolean }) {\n  if (y) useState(1)\n  return null\n}",
  ],
  [
    'a picture without words',
    'src/ui/*.tsx',
    'alt-text',
    'export const X = () => <img src="/x.png" />',
  ],
  ['a word on the console', 'server/*.ts', 'no-console', "export const x = () => console.log('x')"],
  [
    'half a circle',
    'src/lib/*.ts',
    'no-cycle',
    "import { y } from './the-other-half.ts'\nexport const x = () => y",
  ],
  [
    'the other half',
    'src/lib/*.ts',
    'no-cycle',
    "import { x } from '#lib/half-a-circle'\nexport const y = () => x",
  ],
])

function violations(rows: readonly (readonly [string, string, string, string])[]): ToolViolation[] {
  return rows.map(([what, path, named, text]) => ({
    what,
    path: path.replace('*', what.replaceAll(' ', '-')),
    named,
    text: `${text}\n`,
  }))
}
