import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, build, type CSSOptions, type Plugin, runnerImport } from 'vite'
import { appWithoutUnused } from './lean-build.ts'
import { policyFor } from './page-policy.ts'

/**
 * Builds the desk beside the app: `desk.html`, its files in `desk-assets`, a chunk for each screen, and
 * `desk-screens.json`, by which the server knows the addresses that have a screen. It is a build of its own, so that
 * nothing of it is in the import map that every traveller's page carries, nor in what their phones keep.
 */
export function desk(root: string, dist: string, styles: CSSOptions, alias: Alias[]): Plugin {
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
          plugins: [react(), appWithoutUnused(), locked()],
          css: styles,
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
              // A door only names: a desk that takes one thing there does not load the whole room.
              treeshake: {
                moduleSideEffects: [
                  { test: /\/src\/features\/[\w-]+\/(?:desk\/)?index\.ts$/, sideEffects: false },
                  { test: /\/contract\//, sideEffects: false },
                ],
              },
              input: join(root, 'desk.html'),
              output: {
                entryFileNames: 'desk-assets/[name]-[hash:7].js',
                chunkFileNames: 'desk-assets/[name]-[hash:7].js',
                assetFileNames: 'desk-assets/[name]-[hash:7][extname]',
                // A chunk for each screen, and one for what several share.
                codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
              },
            },
          },
        })
        const screens = await listScreens(root, styles)
        await writeFile(join(dist, 'desk-screens.json'), JSON.stringify(screens))
      },
    },
  }
}

/** The addresses of the desk that have a screen, as its rooms hand them over. Their files are not named with a page. */
async function listScreens(root: string, styles: CSSOptions): Promise<Record<string, []>> {
  const { module } = await runnerImport<Record<string, DeskRoom>>(join(root, 'desk/rooms.ts'), {
    configFile: false,
    root,
    css: styles,
    logLevel: 'error',
  })
  const routes = Object.values(module).flatMap((room) => room.routes)
  const paths = routes.flatMap(({ path, detail_path }) => [path, detail_path ?? []].flat())
  return Object.fromEntries(['/', ...paths].map((path) => [`/desk${path}`, []]))
}

interface DeskRoom {
  routes: { path: string; detail_path?: string }[]
}

/** The page's own policy: nothing inline, nothing from elsewhere. */
function locked(): Plugin {
  return {
    name: 'waka:desk-policy',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
          const html = String(page.source)
          page.source = html.replace(
            '<meta charset="utf-8" />',
            (meta) => `${meta}\n    ${policyFor(html, false)}`,
          )
        }
      },
    },
  }
}
