import type { Plugin } from 'vite'

/** Modules whose exports are plain values made of much more code than anybody should download. */
const workedOut = /\/contract\/lookups\/paths\.ts$/

/** Runs such a module while building and bundles what it exports, as JSON, in its place. */
export const worksOut = (): Plugin => ({
  name: 'works-out',
  async load(id) {
    if (!workedOut.test(id)) return undefined
    const values = (await import(id)) as Record<string, unknown>
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
