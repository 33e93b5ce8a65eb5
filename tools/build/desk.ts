import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, build, type Plugin, runnerImport } from 'vite'
import { endpointsAsData } from './endpoints.ts'
import { withPolicy } from './page-policy.ts'

/**
 * Builds the desk beside the app: `desk.html`, its files in `desk-assets`, a chunk for each screen, and
 * `desk-screens.json`, by which the server knows the addresses that have a screen. It is a build of its own, so that
 * nothing of it is in the import map that every traveller's page carries, nor in what their phones keep.
 */
export function desk(root: string, dist: string, alias: Alias[]): Plugin {
  return {
    name: 'waka:desk',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          root,
          publicDir: false,
          plugins: [react(), endpointsAsData(), locked],
          resolve: { alias },
          logLevel: 'error',
          build: {
            outDir: dist,
            emptyOutDir: false,
            assetsDir: 'desk-assets',
            target: ['chrome100', 'safari16.4', 'firefox108'],
            modulePreload: { polyfill: false },
            assetsInlineLimit: 0,
            cssCodeSplit: false,
            rolldownOptions: {
              input: join(root, 'desk.html'),
              // A chunk for each screen, and one for what several share.
              output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
            },
          },
        })
        const screens = await listScreens(root)
        await writeFile(join(dist, 'desk-screens.json'), JSON.stringify({ screens, modules: {} }))
      },
    },
  }
}

type DeskRoom = { routes: { path: string; detail_path?: string }[] }

/** The addresses of the desk that have a screen, as its rooms hand them over. Their files are not named with a page. */
async function listScreens(root: string): Promise<Record<string, []>> {
  const { module } = await runnerImport<Record<string, DeskRoom>>(join(root, 'desk/rooms.ts'), {
    configFile: false,
    root,
    logLevel: 'error',
  })
  const routes = Object.values(module).flatMap((room) => room.routes)
  const paths = routes.flatMap(({ path, detail_path }) => [path, detail_path ?? []].flat())
  return Object.fromEntries(['/', ...paths].map((path) => [`/desk${path}`, []]))
}

/** The page's own policy: nothing inline, nothing from elsewhere. */
const locked: Plugin = {
  name: 'waka:desk-policy',
  transformIndexHtml: { order: 'post', handler: (html) => withPolicy(html, false) },
}
