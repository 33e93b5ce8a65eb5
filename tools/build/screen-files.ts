import type { Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** The files that every page starts with. */
export const startFiles = /\/(?:main|vendor|rolldown-runtime)-[\w-]+\.\w+$/

/** A screen's address, and the modules that draw it. */
export interface ScreenModules {
  path: string
  modules: readonly string[]
}

/**
 * The files of a build that each screen needs besides those of the first page, scripts and sheets, by its address:
 * the server names them with the page, so that they are on their way before a script asks for them.
 */
export function screenFiles(
  bundle: Bundle,
  screens: readonly ScreenModules[],
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const later = (start: readonly Rolldown.OutputChunk[]) => {
    const found = new Set(start)
    for (const chunk of found)
      for (const name of chunk.imports) {
        const imported = bundle[name]
        if (imported?.type === 'chunk' && !startFiles.test(imported.fileName)) found.add(imported)
      }
    return [...found]
  }
  return Object.fromEntries(
    screens.map(({ path, modules }) => {
      const own = chunks.filter(({ moduleIds }) => modules.some((id) => moduleIds.includes(id)))
      return [path, later(own).flatMap((chunk) => [chunk.fileName, ...sheetsOf(chunk)])]
    }),
  )
}

const sheetsOf = (chunk: Rolldown.OutputChunk): Iterable<string> =>
  (chunk as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []
