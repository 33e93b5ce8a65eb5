import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, transformWithOxc } from 'vite'

/** Returns a script element that contains a file of `src/page-scripts`, minified. */
async function inline(root: string, name: string): Promise<string> {
  const path = join(root, 'page-scripts', name)
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  return `<script>${minifySync('inline.js', code).code}</script>`
}

/** Reads the scripts inside pages. `ahead` begins with an empty list of files, which is filled for each page. */
export const readPageScripts = async (root: string) => ({
  again: await inline(root, 'start-again.ts'),
  trip: await inline(root, 'next-trip.ts'),
  ahead: `<script type="application/json" id="ahead">[]</script>${await inline(root, 'files-ahead.ts')}`,
})
