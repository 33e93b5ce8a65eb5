import type { Plugin } from 'vite'
import { classNamesInPlace } from './class-names.ts'
import { type Edit, edited } from './edited.ts'

/** Removals from the app's own chunks. */
export const appWithoutUnused = (): Plugin[] => [
  contractWithoutSchemas(),
  routerWithoutUnused(),
  ...classNamesInPlace(),
]

/**
 * The phone needs of an endpoint only its name, method, path and access: the schemas stay on the server,
 * and zod/mini with them unless a form asks for a schema by name. Whatever a contract file computes at
 * its top level is marked as free of side effects, so that anything that nobody uses falls away.
 */
function contractWithoutSchemas(): Plugin {
  const unread = new Set(['summary', 'input', 'output', 'refusals'])
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
            const isPromise = code.slice(init.start, init.callee.end) === 'endpoint'
            edits.push(
              // `endpoint` gives back what it is given.
              [init.start, isPromise ? init.callee.end : init.start, '/*@__PURE__*/ (() => '],
              [init.end, init.end, ')()'],
            )
            if (!isPromise) continue
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

/**
 * The router names its components for its developers (`Form.displayName = …`), which keeps those that nobody
 * here uses; without these words they fall away.
 */
function routerWithoutUnused(): Plugin {
  return {
    name: 'waka:router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\/[\w-]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "[\w.]+";$/gm, '')
          .replaceAll(/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm, '/*@__PURE__*/ '),
        map: null,
      }),
    },
  }
}

/** The worker needs our name and phone; our links in it would be fetched again at each update. */
export function workerWithoutLinks(): Plugin {
  return {
    name: 'waka:worker',
    transform: {
      filter: { id: /\/contract\/product\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(
          /links: \{[^}]*\},?|(?:email|whatsapp|international): (['"])[^'"]*\1,/g,
          '',
        ),
        map: null,
      }),
    },
  }
}
