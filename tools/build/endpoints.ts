import type { Plugin } from 'vite'

/** What a call needs of an endpoint. Schemas and texts are most of it, and only the server reads them. */
const inACall = 'method path access idempotency cache cookie file streams meta'.split(' ')

/**
 * Runs the endpoint files of the contract while building and puts what a call needs of their exports in their place,
 * as data. Forms import their schemas by name, from the model of a room.
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
