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
import { buildRecordedRowType, buildWidestRowType } from '#tests/rows/row-types'
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
    // The copy's `sql` has more type parameters than it uses.
    noUnusedParameters: false,
  },
}

/**
 * Finds row types that do not match the database's answers, and statements that no test has run, as `file:line: why`.
 * `root` contains the product's code; `folder` is where its tests recorded the answers. Compiles a copy of the code in
 * which each template has the recorded rows beside its row type: `sql<Row, Widest, Seen>`. A row type is wrong if it is
 * not within the types of PostgreSQL (`Row extends Widest`), or does not cover the recorded rows: a column is missing,
 * was null, or had a value that is not declared (`Seen extends Row`). What was not recorded is not judged, so that
 * there are no false reports.
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

/** Adds the recorded rows to a file of the copy. Returns the statements without any. */
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
    // Two files may have the same texts, with different parts between them.
    const here = anywhere.filter((shape) => shape.file === file)
    const shapes = here.length > 0 ? here : anywhere
    const said = `, ${buildWidestRowType(shapes)}, ${buildRecordedRowType(shapes)}`
    text = text.slice(0, typeEnd) + said + text.slice(typeEnd)
  }
  if (text !== code) writeFileSync(join(root, file), text)
  return templates
    .filter(isUnknown)
    .map(({ line }) => `${file}:${line}: no test runs this statement`)
}

/** Makes the copy's `sql` accept the recorded rows, and every row where none are given. */
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
      // The recorded type may be long; the error follows it, in separate lines.
      .map((error) => error.replaceAll(/^(.{300}).+$/gm, '$1…'))
  )
}
