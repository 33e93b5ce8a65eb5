import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import type { BuildFiles } from './files.ts'

const compressed = promisify(brotliCompress)
const texts = new Set(['.js', '.css', '.html', '.svg', '.txt', '.webmanifest'])

/** Writes a Brotli file beside every text file, compressed once at the best level instead of at each request. */
export const precompressed = (): Plugin => ({
  name: 'waka:precompressed',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      const dist = this.environment.config.build.outDir
      // A failed build has no pages, and reports the reason itself.
      if (!existsSync(join(dist, 'index.html'))) return
      const names = await readdir(dist, { recursive: true, encoding: 'utf8' })
      const sizes = await Promise.all(
        names
          .filter((name) => texts.has(extname(name)) && !name.startsWith('.'))
          .map(async (name) => [name, await compress(dist, name)] as const),
      )
      // The storage page shows the download size of each file.
      const list = join(dist, 'files.json')
      const files = JSON.parse(await readFile(list, 'utf8')) as BuildFiles
      const assets = sizes.filter(([name]) => name.startsWith('assets/'))
      await writeFile(list, JSON.stringify({ ...files, sizes: Object.fromEntries(assets) }))
      await compress(dist, 'files.json')
    },
  },
})

/** Writes the compressed file. Returns its size, bytes. */
async function compress(dist: string, name: string): Promise<number> {
  const bytes = await readFile(join(dist, name))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const small = await compressed(bytes, { params })
  await writeFile(join(dist, `${name}.br`), small)
  return small.length
}
