import type { Plugin } from 'vite'

/** Modules whose exports are plain data, computed by far more code than a browser should download. */
const evaluated = /\/contract\/lookups\/paths\.ts$/

/** Runs such a module at build time and bundles its exports, as JSON, in its place. */
export const evaluateAtBuild = (): Plugin => ({
  name: 'waka:evaluate-at-build',
  async load(id) {
    if (!evaluated.test(id)) return undefined
    const values = (await import(id)) as Record<string, unknown>
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
