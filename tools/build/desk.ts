import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, build, type CSSOptions, type Plugin } from 'vite'
import { appWithoutUnused } from './lean-build.ts'
import { policyFor } from './page-policy.ts'

/**
 * Builds the desk beside the app: `desk.html` and its files in `desk-assets`. A build of its own, so that not a
 * letter of it is in the import map that every traveller's page carries, nor in what their phones keep.
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
              input: join(root, 'desk.html'),
              output: {
                entryFileNames: 'desk-assets/[name]-[hash:7].js',
                chunkFileNames: 'desk-assets/[name]-[hash:7].js',
                assetFileNames: 'desk-assets/[name]-[hash:7][extname]',
                // One file: a desk that stays open over an update misses nothing.
                codeSplitting: false,
              },
            },
          },
        })
      },
    },
  }
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
