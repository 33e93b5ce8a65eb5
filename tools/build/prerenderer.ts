import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ResolvedConfig } from 'vite'
import { bundleWithAppSettings } from './bundle.ts'
import type { ScreenModules } from './files.ts'

/** The exports of `app/prerenderer.tsx` that the build uses. */
interface Prerenderer {
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

/** The rooms of the desk, with the fields that the build reads: the URLs of their screens. */
export type DeskRooms = Record<string, { routes: { path: string; detail_path?: string }[] }>

/**
 * Bundles `app/prerenderer.tsx` and the rooms of the desk for Node, into `.prerenderer` of the build, and loads them.
 * The build renders its shells with them, and the server public pages. The server does not deliver files of the folder,
 * since its name begins with a dot.
 */
export async function loadPrerenderer(app: ResolvedConfig): Promise<[Prerenderer, DeskRooms]> {
  const outDir = join(app.build.outDir, '.prerenderer')
  await bundleWithAppSettings(app, {
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        // With this setting, `desk-rooms` exports only the rooms, and nothing that chunks share.
        preserveEntrySignatures: 'strict',
        input: {
          prerenderer: join(app.root, 'app/prerenderer.tsx'),
          'desk-rooms': join(app.root, 'desk/rooms.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(outDir, name)).href)
  return [(await load('prerenderer.js')) as Prerenderer, (await load('desk-rooms.js')) as DeskRooms]
}
