import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What the build leaves out of the app's own chunks. */
export const appWithoutUnused = (): Plugin[] => [
  contractWithoutSchemas(),
  routerWithoutUnused(),
  loaderWithoutUnused(),
  httpWithoutUnused(),
]

/**
 * The phone needs of an endpoint only its name, method, path and access: the schemas stay on the server,
 * and zod/mini with them unless a form asks for a schema by name. Whatever a contract file computes at
 * its top level is marked as free of side effects, so that what nobody uses falls away.
 */
function contractWithoutSchemas(): Plugin {
  const unread = new Set(['summary', 'input', 'output', 'refusals'])
  return {
    name: 'waka:contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
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

/**
 * All our calls are JSON over `fetch`, by an instance of our own: axios does without its other adapter,
 * without what hangs on its default instance, and without forms.
 */
function httpWithoutUnused(): Plugin {
  const cuts: Record<string, [RegExp, string][]> = {
    'adapters.js': [[/import xhrAdapter from .*;/, 'const xhrAdapter = null;']],
    'axios.js': [[/^axios\.(?!default)\w+ = (?:function[^]*?^\};|[^;]*;)$/gm, '']],
    'index.js': [
      [/import (?:toFormData|toURLEncodedForm|formDataToJSON) from .*;/g, ''],
      [/const isFormData = [^]*?(?=\n +if \(\s*utils\.isArrayBuffer)/, ''],
      [/let isFileList;[^]*?(?=\n +if \(isObjectPayload \|\|)/, ''],
    ],
  }
  return {
    name: 'waka:http',
    apply: 'build',
    transform: {
      filter: { id: /axios\/lib\/(?:axios|adapters\/adapters|defaults\/index)\.js$/ },
      handler: (code, id) => {
        const edits = cuts[id.slice(id.lastIndexOf('/') + 1)] ?? []
        return { code: edits.reduce((text, [what, by]) => text.replace(what, by), code), map: null }
      },
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

const root = resolve(import.meta.dirname, '..')
const classes = new Map<string, string>()

/**
 * A class's name, the same in the prerendered pages and in the chunks: file, name, and a hash so short
 * that two files may get the same; then the build stops, and one of the two needs another name.
 */
export function scopedName(name: string, file: string): string {
  const place = relative(root, file.split('?')[0] ?? file)
  const hash = createHash('sha256').update(`${place} ${name}`).digest('base64url').slice(0, 2)
  const scoped = `${name}_${hash}`
  const other = classes.get(scoped) ?? place
  if (other !== place) throw new Error(`.${name} of ${place} and of ${other} get the same name.`)
  classes.set(scoped, place)
  return scoped
}
