import { join, relative } from 'node:path'
import type { Rolldown } from 'vite'

/** The files of a build, as `files.json` lists them. Modules are named below `src/`. */
export interface BuildFiles {
  /** Scripts that every page starts with; their style sheet is written into the pages. */
  start: string[]
  /** Files of the service worker's install list besides `start`. */
  install: string[]
  /** For each module that is loaded later: the scripts and style sheets that it needs besides `start`. */
  modules: Record<string, string[]>
  /** The modules that draw each screen, by its URL. */
  screens: Record<string, string[]>
  /** Files that only screens with `saves_itself` need. The service worker does not download them ahead. */
  self_saved: string[]
  /** The download size of each file, bytes. */
  sizes?: Record<string, number>
}

/** A screen's URL and the modules that draw it; `installed` and `saves_itself` as in `Route` of `#lib/room`. */
export interface ScreenModules {
  path: string
  modules: string[]
  installed: boolean
  saves_itself: boolean
}

/** Returns the files of a build from the bundler's graph of the modules below `root`. */
export function listBuildFiles(
  graph: Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>,
  bundle: Rolldown.OutputBundle,
  root: string,
  screens: readonly ScreenModules[],
): BuildFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (module: string) => {
    const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(join(root, module))))
    for (const { imports } of found)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
    return found
  }
  const start = withImports('main.tsx')
  const filesFor = (module: string) =>
    [...withImports(module)]
      .filter((chunk) => !start.has(chunk))
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
  const isLoadedBy = (module: string, some: ReadonlySet<Rolldown.OutputChunk>) =>
    graph
      .getModuleInfo(join(root, module))
      ?.dynamicImporters.some((id) => [...some].some(({ moduleIds }) => moduleIds.includes(id))) ===
    true
  const later = [...graph.getModuleIds()]
    .filter((id) => graph.getModuleInfo(id)?.dynamicImporters.length)
    .map((id) => relative(root, id))
    // The bundler's order differs from build to build, and each difference would be an update of the app.
    .toSorted()
  const modules = Object.fromEntries(later.map((module) => [module, filesFor(module)]))
  // The install list contains all of `src/app` and `src/lib`, including what the first page loads later.
  const base = later.filter((module) => /^(?:app|lib)\//.test(module) && isLoadedBy(module, start))
  const installed = screens.flatMap((screen) => (screen.installed ? screen.modules : []))
  const install = [...base, ...installed].flatMap((module) => modules[module] ?? [])
  const filesNeededBy = (some: readonly ScreenModules[]) =>
    some.flatMap((screen) => screen.modules.flatMap((module) => modules[module] ?? []))
  const others = new Set(filesNeededBy(screens.filter(({ saves_itself }) => !saves_itself)))
  const savingThemselves = screens.filter(({ saves_itself }) => saves_itself)
  const self_saved = new Set(filesNeededBy(savingThemselves).filter((file) => !others.has(file)))
  return {
    self_saved: [...self_saved],
    start: [...start].map(({ fileName }) => fileName),
    install: [...new Set(install)],
    modules,
    screens: Object.fromEntries(screens.map((screen) => [screen.path, screen.modules])),
  }
}

/** Modules that are always in the install list, together with everything that they import. */
const installed = /\/src\/(?:app|lib|features\/(?:site\/home|tickets|parcels\/tracking))\//

/**
 * Returns the chunk of a module of `src/lib`, `src/ui` or the contract: `kit` if the install list needs it; `parts` for
 * other parts of screens, which a phone downloads with the first screen that needs one of them; null for the rest of
 * the contract, which stays with the screens that use it.
 */
export function nameKitChunk(id: string, graph: GraphReader): 'kit' | 'parts' | null {
  const found = new Set([id])
  for (const module of found) {
    if (installed.test(module)) return 'kit'
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer)
  }
  return id.includes('/contract/') ? null : 'parts'
}

type GraphReader = Pick<Rolldown.PluginContext, 'getModuleInfo'>
