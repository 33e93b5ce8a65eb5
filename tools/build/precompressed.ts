import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
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
      handler() {
        // A build that failed tells why itself.
        if (!existsSync(join(dist, 'index.html'))) return
        for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
          if (/\.(?:js|css|html|svg|txt|webmanifest)$/.test(name)) compress(dist, name)
        // An update patches the page that a phone has with this map, instead of fetching it whole.
        const [map = '{}'] = importMap.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
        const { imports } = JSON.parse(map) as { imports: Record<string, string> }
        const sizes = Object.values(imports).map((path) => statSync(join(dist, `${path}.br`)).size)
        const needs = Object.entries(imports).map(([name, path]) =>
          neededBy(dist, name, path, imports),
        )
        writeFileSync(join(dist, 'importmap.json'), JSON.stringify({ imports, sizes, needs }))
        compress(dist, 'importmap.json')
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
}

function compress(dist: string, name: string): void {
  const bytes = readFileSync(join(dist, name))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params }))
}
