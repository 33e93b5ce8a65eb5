import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { importMap } from './import-map.ts'

/** Brotli beside every text file, made once at its best instead of at each request. */
export function precompressed(dist: string): Plugin {
  return {
    name: 'waka:precompressed',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // A build that failed tells why itself.
        if (!existsSync(join(dist, 'index.html'))) return
        await mkdir(kept, { recursive: true })
        const names = await readdir(dist, { recursive: true, encoding: 'utf8' })
        const texts = names.filter((name) => /\.(?:js|css|html|svg|txt|webmanifest)$/.test(name))
        await Promise.all(texts.map((name) => compress(dist, name)))
        // An update patches the page that a phone has with this map, instead of fetching it whole.
        const [map = '{}'] = importMap.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
        const { imports } = JSON.parse(map) as { imports: Record<string, string> }
        const sizes = Object.values(imports).map((path) => statSync(join(dist, `${path}.br`)).size)
        const needs = Object.entries(imports).map(([name, path]) =>
          neededBy(dist, name, path, imports),
        )
        writeFileSync(join(dist, 'importmap.json'), JSON.stringify({ imports, sizes, needs }))
        await compress(dist, 'importmap.json')
        await tidy()
      },
    },
  }
}

/** The files that one cannot do without, by their place in the map: its imports and its style sheet. */
function neededBy(
  dist: string,
  name: string,
  path: string,
  imports: Record<string, string>,
): number[] {
  if (!path.endsWith('.js')) return []
  const names = Object.keys(imports)
  const code = readFileSync(join(dist, path), 'utf8')
  const imported = [...code.matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g)]
  return [...imported.map(([, file]) => `/assets/${file}`), name.replace(/js$/, 'css')]
    .map((one) => names.indexOf(one))
    .filter((at) => at >= 0)
    .toSorted((a, b) => a - b)
}

const best = { [constants.BROTLI_PARAM_QUALITY]: 11 }
const compressed = promisify(brotliCompress)

/** Half of a build is this: what was compressed before, for a build of other sources, is taken again. */
const kept = resolve(import.meta.dirname, '../../node_modules/.cache/waka/brotli')
const week_ms = 7 * 24 * 60 * 60 * 1000

async function compress(dist: string, name: string): Promise<void> {
  const bytes = await readFile(join(dist, name))
  const before = join(kept, createHash('sha256').update(bytes).digest('hex'))
  const to = join(dist, `${name}.br`)
  if (existsSync(before)) {
    await copyFile(before, to)
    await utimes(before, new Date(), new Date())
    return
  }
  const params = { ...best, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(to, await compressed(bytes, { params }))
  // Under its name only when it is whole: another build, or another file of the same bytes, may write it at once.
  const whole = `${before}.${randomUUID()}`
  await copyFile(to, whole)
  await rename(whole, before)
}

/** Deletes entries unused for a week. */
async function tidy(): Promise<void> {
  for (const name of await readdir(kept)) {
    const { mtimeMs } = await stat(join(kept, name))
    if (mtimeMs < Date.now() - week_ms) await rm(join(kept, name), { force: true })
  }
}
