import { existsSync, readdirSync } from 'node:fs'

/** Projects whose folders are named after rooms and places, in the order in which they run. */
const projects = ['contract', 'server', 'attacks', 'client', 'alone', 'e2e'] as const
export type Project = (typeof projects)[number]

/** The tests of a room or a place: `tests/server/reviews`. */
export interface TestFolder {
  readonly project: Project
  readonly room: string
  readonly path: string
  readonly files: readonly string[]
}

/** Finds every folder of a room or a place that contains tests, by project. */
export function findTestFolders(): TestFolder[] {
  return projects
    .filter((project) => existsSync(`tests/${project}`))
    .flatMap((project) =>
      readdirSync(`tests/${project}`, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `tests/${project}/${name}`)
        .map((path) => ({ project, room: path.split('/')[2] ?? '', path, files: testsIn(path) })),
    )
    .filter(({ files }) => files.length > 0)
}

const testsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)

/** Describes the folders: `reviews: 9 files in server, attacks, client and e2e`. */
export function describeFolders(folders: readonly TestFolder[]): string {
  const rooms = [...new Set(folders.map(({ room }) => room))]
  const files = folders.flatMap((folder) => folder.files).length
  const places = [...new Set(folders.map(({ project }) => project))]
  return `${rooms.join(', ')}: ${files} ${files === 1 ? 'file' : 'files'} in ${places.join(', ')}`
}
