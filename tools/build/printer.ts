import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, build, type CSSOptions, type Plugin } from 'vite'

/**
 * Bundles `app/printer.tsx`, with which the server prints public pages, into `.printer` of the build. The dot keeps
 * it from being served.
 */
export function printer(root: string, dist: string, styles: CSSOptions, alias: Alias[]): Plugin {
  return {
    name: 'waka:printer',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = join(dist, '.printer')
        await build({
          configFile: false,
          root,
          publicDir: false,
          plugins: [react()],
          css: styles,
          resolve: { alias },
          logLevel: 'error',
          ssr: { noExternal: true },
          build: {
            ssr: join(root, 'app/printer.tsx'),
            outDir,
            emptyOutDir: true,
            minify: false,
            rolldownOptions: { output: { entryFileNames: 'printer.js' } },
          },
        })
      },
    },
  }
}
