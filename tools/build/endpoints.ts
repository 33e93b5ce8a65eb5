import type { Plugin } from 'vite'

/** The fields of an endpoint that a call needs. The rest, mostly schemas and texts, is read only by the server. */
const inACall = 'method path access idempotency cache cookie file streams meta'.split(' ')

/**
 * Runs the endpoint files of the contract during the build and replaces their exports with the data that a call needs.
 * Forms import their schemas by name, from the model of a room.
 */
export const endpointsAsData = (): Plugin => ({
  name: 'waka:endpoints',
  apply: 'build',
  load: {
    filter: { id: '**/contract/**/*endpoints.ts' },
    async handler(id) {
      const endpoints = (await import(id)) as Record<string, object>
      return Object.entries(endpoints)
        .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(endpoint, inACall)}`)
        .join('\n')
    },
  },
})
