import type { Endpoint } from '#contract/endpoint'
import type { Plugin } from 'vite'

/** The fields of an endpoint that a call needs. The rest, mostly schemas and texts, is read only by the server. */
const inACall = 'method path access idempotency cache cookie file streams'.split(' ')

/**
 * During the build, runs the endpoint files of the contract and replaces their exports with the data that a call needs.
 * Their schemas are left out: a form imports its schema by name from the model of a room.
 */
export const endpointsAsData = (): Plugin => ({
  name: 'waka:endpoints',
  apply: 'build',
  load: {
    filter: { id: '**/contract/**/*endpoints.ts' },
    async handler(id) {
      const endpoints = (await import(id)) as Record<string, Endpoint>
      return Object.entries(endpoints)
        .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(dataOf(endpoint))}`)
        .join('\n')
    },
  },
})

/** Returns the fields for a call. Of `meta`, a call only needs to know whether there is one. */
const dataOf = (endpoint: Endpoint) => ({
  ...Object.fromEntries(inACall.map((name) => [name, endpoint[name as keyof Endpoint]])),
  ...(endpoint.meta && { meta: {} }),
})

/**
 * Replaces `getTrip.shape`, or `trips.getTrip.shape`, in the code of the app by the shape itself, as data. So only code
 * that checks an answer contains its shape, and no code contains the schemas.
 */
export const shapesAsData = (): Plugin => ({
  name: 'waka:shapes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /\w\.shape\b/ },
    async handler(code, id) {
      let text = code
      for (const [, names = '', from = ''] of code.matchAll(importOfEndpoints)) {
        const found = await this.resolve(from, id)
        if (found === null) throw new Error(`${id} imports no ${from}`)
        const endpoints = (await import(found.id)) as Record<string, Endpoint>
        const prefix = names.startsWith('*') ? `${names.slice(5)}\\.` : ''
        text = text.replaceAll(
          new RegExp(`\\b${prefix}(\\w+)\\.shape\\b`, 'g'),
          (used, name: string) =>
            name in endpoints ? JSON.stringify(endpoints[name]?.shape) : used,
        )
      }
      return { code: text, map: null }
    },
  },
})

const importOfEndpoints =
  /import (\* as \w+|\{[^}]*\}) from '(#contract\/[\w/-]*endpoints|\.\/endpoints\.ts)'/g
