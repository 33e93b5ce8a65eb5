import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, build, type Plugin, runnerImport } from 'vite'
import { endpointsAsData, shapesAsData } from './endpoints.ts'
import { withPolicy } from './page-policy.ts'

/**
 * Builds the desk beside the app: `desk.html`, its files in `desk-assets`, a chunk for each screen. It is a separate
 * build, so that nothing of it is in the import map of every traveller's page, or stored on their phones.
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
          plugins: [shapesAsData(), react(), endpointsAsData(), locked],
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
              // One chunk for each screen, and one for code that several share.
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

/** Returns the URLs of the desk that have a screen, as its rooms declare them, each with an empty list of files. */
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

/** The page's own policy: no inline scripts, nothing from other origins. */
const locked: Plugin = {
  name: 'waka:desk-policy',
  transformIndexHtml: { order: 'post', handler: (html) => withPolicy(html, false) },
}
