import { endpoints } from '#contract/all'
import type { Endpoint } from '#contract/endpoint'
import { parseAst, type Plugin } from 'vite'

/** The fields of an endpoint that a call needs. The rest, mostly schemas and texts, is read only by the server. */
const inACall = 'method path access idempotency cache cookie file streams'.split(' ')

/**
 * During the build, runs the endpoint files of the contract and replaces their exports with the data that a call needs.
 * Their schemas are left out: a form imports its schema by name from the model of a room.
 */
export const endpointDataPlugin = (): Plugin => ({
  name: 'waka:endpoints',
  apply: 'build',
  load: {
    filter: { id: '**/contract/**/*endpoints.ts' },
    async handler(id) {
      const exported = (await import(id)) as Record<string, Endpoint>
      return Object.entries(exported)
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

const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]))

/**
 * Replaces `getTrip.shape`, or `trips.getTrip.shape`, in the code of the app with the shape itself, as data. So only
 * code that checks an answer contains its shape, and no code contains the schemas.
 */
export const shapeDataPlugin = (): Plugin => ({
  name: 'waka:shapes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /\w\.shape\b/ },
    handler: (code) =>
      code.replaceAll(/\b(?:\w+\.)?(\w+)\.shape\b/g, (used, name: string) => {
        const endpoint = byName.get(name)
        return endpoint === undefined ? used : JSON.stringify(endpoint.shape)
      }),
  },
})

/**
 * Tells the bundler that the values of the contract's modules have no side effects, so that it drops those that the app
 * does not use, mostly schemas of answers. It cannot know this itself, since schemas are made by calls.
 */
export const pureContractPlugin = (): Plugin => ({
  name: 'waka:pure-contract',
  apply: 'build',
  transform: {
    filter: { id: '**/contract/**/*.ts' },
    handler: (code) =>
      parseAst(code)
        .body.map((statement) => ('declaration' in statement ? statement.declaration : statement))
        .flatMap((statement) =>
          statement?.type === 'VariableDeclaration' ? statement.declarations : [],
        )
        .flatMap(({ init }) => init ?? [])
        .filter(({ type }) => type !== 'ArrowFunctionExpression')
        .reduceRight(
          (before, { start, end }) =>
            `${before.slice(0, start)}/* @__PURE__ */ (() => (${before.slice(start, end)}))()${before.slice(end)}`,
          code,
        ),
  },
})
