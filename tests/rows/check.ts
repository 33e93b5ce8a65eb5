import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seenRow, widestRow } from '#tests/rows/row-types'
import { readSeenRows, type RecordedStatements } from '#tests/rows/seen'
import { type Template, findTemplates } from '#tests/rows/templates'

const places = ['contract', 'server', 'demo']
const tagFile = 'server/db/sql.ts'
const settings = {
  extends: './tsconfig.json',
  include: ['server/**/*', 'demo/**/*'],
  references: [],
  compilerOptions: {
    types: ['node'],
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    // Of what the copy's `sql` takes, it uses only one.
    noUnusedParameters: false,
  },
}

/**
 * Row types that are not what the database gave, and statements that no test has run, as `file:line: why`.
 * `root` holds the product's code; `seen` is where its tests wrote down what was answered.
 *
 * A copy of the code is handed to the compiler in which each template says, beside its row type, what was seen:
 * `sql<Row, Widest, Seen>`. A row type is wrong where it is not within the types of PostgreSQL (`Row extends
 * Widest`), or does not hold what was seen: a column it names is missing, was null, or had a value that is none
 * of those declared (`Seen extends Row`). Nothing is judged by what was not seen, so that nothing is wrongly blamed.
 */
export function findWrongRows(root: string, folder: string): string[] {
  const seen = readSeenRows(folder)
  const copy = mkdtempSync(join(tmpdir(), 'rows-'))
  try {
    for (const name of [...places, 'package.json', 'tsconfig.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    writeFileSync(join(copy, 'rows.json'), JSON.stringify(settings))
    const unseen = sourcesOf(copy).flatMap((file) => saySeen(copy, file, seen))
    declareSeen(join(copy, tagFile))
    return [...unseen, ...compile(copy)]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const sourcesOf = (root: string) =>
  places
    .flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${place}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && file !== tagFile)

/** Writes into a file of the copy what was seen. Answers the statements of which nothing was. */
function saySeen(root: string, file: string, { asked, pieces }: RecordedStatements): string[] {
  const code = readFileSync(join(root, file), 'utf8')
  const templates = code.includes('sql') ? findTemplates(code) : []
  const isUnknown = ({ template }: Template) => !asked.has(template) && !pieces.has(template)
  let text = code
  for (const { template, typeEnd } of templates.toSorted(
    (a, b) => (b.typeEnd ?? 0) - (a.typeEnd ?? 0),
  )) {
    const anywhere = asked.get(template)
    if (anywhere === undefined || typeEnd === undefined) continue
    // The same texts may be in two files, with other parts between.
    const here = anywhere.filter((shape) => shape.file === file)
    const shapes = here.length > 0 ? here : anywhere
    const said = `, ${widestRow(shapes)}, ${seenRow(shapes)}`
    text = text.slice(0, typeEnd) + said + text.slice(typeEnd)
  }
  if (text !== code) writeFileSync(join(root, file), text)
  return templates
    .filter(isUnknown)
    .map(({ line }) => `${file}:${line}: no test runs this statement`)
}

/** The copy's `sql` takes what was seen, and is content with every row where nothing is said. */
function declareSeen(file: string): void {
  const code = readFileSync(file, 'utf8')
  const declared = 'function tag<Row = unknown>('
  if (!code.includes(declared)) throw new Error(`${file} does not declare ${declared}`)
  const anew = 'function tag<Row extends Widest = any, Widest = unknown, Seen extends Row = any>('
  writeFileSync(file, code.replace(declared, anew))
}

function compile(root: string): string[] {
  const tsc = resolve('node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['-p', 'rows.json', '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  return (
    stdout
      .split(/\n(?=\S)/)
      .filter((error) => error.trim() !== '')
      .map((error) => error.trim().replace(/^(\S+)\((\d+),\d+\): error TS\d+: /, '$1:$2: '))
      // What was seen may be long; what is wrong with it comes after it, in lines of its own.
      .map((error) => error.replaceAll(/^(.{300}).+$/gm, '$1…'))
  )
}
