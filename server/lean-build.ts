import type { Plugin } from 'vite'

/** What the build leaves out of the app's own chunks. */
export const appWithoutUnused = (): Plugin[] => [
  contractWithoutSchemas(),
  routerWithoutUnused(),
  loaderWithoutUnused(),
]

/**
 * The phone needs of a promise only its name, method, path and access: the schemas stay on the server,
 * and zod/mini with them unless a form asks for a schema by name. Whatever a contract file computes at
 * its top level is marked as free of side effects, so that what nobody uses falls away.
 */
function contractWithoutSchemas(): Plugin {
  const unread = new Set(['summary', 'input', 'output', 'refusals'])
  return {
    name: 'waka:contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const edits: [at: number, until: number, text: string][] = []
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
            const [promise] = init.arguments
            if (promise?.type !== 'ObjectExpression') continue
            for (const part of promise.properties) {
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

function edited(code: string, edits: [number, number, string][]): string {
  return edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [at, until, insert]) => text.slice(0, at) + insert + text.slice(until), code)
}

/**
 * What the router does for its developers (`Form.displayName = …`) and for frameworks (prefetched pages)
 * keeps code that nobody here uses; without these words it falls away.
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
          .replaceAll(/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm, '/*@__PURE__*/ ')
          .replaceAll(
            /\/\* @__PURE__ \*\/ React\d*\.createElement\(PrefetchPageLinks, [^)]*\)/g,
            'null',
          ),
        map: null,
      }),
    },
  }
}

/** We have no nonces, and our browsers know `Promise.allSettled`: Vite's loader of chunks does without its own. */
function loaderWithoutUnused(): Plugin {
  return {
    name: 'waka:loader',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) => ({
        code: code
          .replace(/const cspNonceMeta = .*\n.*getAttribute\("nonce"\);/, '')
          .replace(/if \(cspNonce\) .*;/, '')
          .replace(/function allSettled\(promises\) \{[^]*?\}\)\)\)\);\s*\}/, '')
          .replace('= allSettled(', '= Promise.allSettled('),
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
