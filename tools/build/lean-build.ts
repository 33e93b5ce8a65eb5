import type { Plugin } from 'vite'
import { classNamesInPlace } from './class-names.ts'
import { type Edit, edited } from './edited.ts'

/** What the build leaves out of the app's own chunks. */
export const appWithoutUnused = (): Plugin[] => [contractWithoutSchemas(), ...classNamesInPlace()]

/**
 * The phone needs of an endpoint only what makes a call, as `src/calls-only.d.ts` tells the compiler: the schemas
 * stay on the server, and zod/mini with them unless a form asks for a schema by name. Whatever a contract file
 * computes at its top level is marked as free of side effects, so that what nobody uses falls away.
 */
function contractWithoutSchemas(): Plugin {
  const unread = new Set([
    'name',
    'summary',
    'input',
    'output',
    'refusals',
    'scope',
    'roles',
    'before_proof',
    'body_kb',
  ])
  return {
    name: 'waka:contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = []
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression') continue
            const isEndpoint = code.slice(init.start, init.callee.end) === 'endpoint'
            edits.push(
              // `endpoint` gives back what it is given.
              [init.start, isEndpoint ? init.callee.end : init.start, '/*@__PURE__*/ (() => '],
              [init.end, init.end, ')()'],
            )
            if (!isEndpoint) continue
            const [endpoint] = init.arguments
            if (endpoint?.type !== 'ObjectExpression') continue
            for (const part of endpoint.properties) {
              const name =
                part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : ''
              const [comma = ''] = /^,?/.exec(code.slice(part.end)) ?? []
              if (unread.has(name)) edits.push([part.start, part.end + comma.length, ''])
              if (name === 'meta') edits.push([part.start, part.end, 'meta: true'])
            }
          }
        }
        return { code: edited(code, edits), map: null }
      },
    },
  }
}
