import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, transformWithOxc } from 'vite'

/** Returns a script element that contains a file of `src/page-scripts`, as short as the files of the app. */
async function inline(root: string, name: string): Promise<string> {
  const path = join(root, 'page-scripts', name)
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  return `<script>${minifySync('inline.js', code).code}</script>`
}

/** The scripts inside pages; `ahead` begins with the empty list of files, which the renderer of a page fills. */
export const readPageScripts = async (root: string) => ({
  again: await inline(root, 'start-again.ts'),
  trip: await inline(root, 'next-trip.ts'),
  ahead: `<script type="application/json" id="ahead">[]</script>${await inline(root, 'files-ahead.ts')}`,
})
