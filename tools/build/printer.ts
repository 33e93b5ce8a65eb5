import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, build } from 'vite'
import type { ScreenModules } from './files.ts'

/** The exports of `app/printer.tsx` that the build uses. */
interface Printer {
  prerenderHome: () => Promise<string>
  prerenderShell: (address?: string) => string
  prerenderHeads: () => Promise<PrerenderedHead[]>
  listScreens: () => Promise<ScreenModules[]>
}

/** The head of a screen, in the app's layout. */
export interface PrerenderedHead {
  address: string
  title: string
  about?: string
  html: string
}

/**
 * Bundles `app/printer.tsx` and the rooms of the desk for Node, into `.printer` of the build, and loads them. The build
 * prints its shells with them, and the server prints public pages; the dot keeps the folder from being served.
 */
export async function makePrinter(root: string, dist: string, alias: Alias[]): Promise<Printer> {
  const outDir = join(dist, '.printer')
  await build({
    configFile: false,
    root,
    publicDir: false,
    plugins: [react()],
    resolve: { alias },
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'app/printer.tsx'),
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'printer.js' } },
    },
  })
  return (await import(pathToFileURL(join(outDir, 'printer.js')).href)) as Printer
}
