import { parseAst } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import * as deskRooms from '#src/desk/rooms.ts'
import { computeShortHash } from '#tools/build/page-policy'
import { listSentences } from '#tests/house/sentences'
import { readBuild, listBudgets } from '#tests/support/browser/built-files'

const app = readBuild('dist')
const { files, read, install, needed, ...built } = app

/** Returns the expressions of a script whose values nobody uses. The minifier joins several with commas. */
const listStatements = (code: string): string[] =>
  parseAst(code)
    .body.flatMap((statement) =>
      statement.type === 'ExpressionStatement' ? statement.expression : [],
    )
    .flatMap((expression) =>
      expression.type === 'SequenceExpression' ? expression.expressions : expression,
    )
    .map(({ start, end }) => code.slice(start, end))

/** Whether a file contains Mantine's own code or styles. */
const isOfMantine = (file: string) => /--mantine-|Mantine/.test(read(file))

const publicPages = [
  '/bookride',
  '/bookride/:road',
  '/bookride/details',
  '/parks',
  '/routes',
  '/ride-board/motor-park/:park',
  '/brands',
  '/brands/:code',
  '/businesses',
  '/businesses/:code',
  '/blog',
  '/blog/:code',
  '/community',
  '/ticket/:reference',
  '/track-parcel',
]

const figures = listBudgets(app)

afterAll(() => {
  const kB = (value: number) => (value < 1000 ? `${value}` : `${(value / 1000).toFixed(1)} kB`)
  const lines = figures.map(
    ({ what, is, most }) =>
      `${what.padEnd(34)} ${kB(is).padStart(9)} of ${kB(most).padStart(9)}, ${Math.round(100 - (100 * is) / most)} % left`,
  )
  console.log(lines.join('\n'))
})

test.for(figures)('$what stays within its gate', ({ is, most, least }) => {
  expect(is).toBeGreaterThanOrEqual(least)
  expect(is).toBeLessThanOrEqual(most)
})

describe('what a phone pays', () => {
  test('a page that holds the style sheet says so to the loader of chunks, which asks for it otherwise', () => {
    for (const page of ['index.html', 'app-shell.html', 'auth.html', 'pages/fuel-price.html'])
      expect(read(page)).toContain(`<link rel="stylesheet" href="/${built.inPages}" disabled>`)
  })

  test('files name each other without a hash, unless several have the same name', () => {
    const [map = ''] = /(?<="importmap">)[^<]*/.exec(read('index.html')) ?? []
    const { imports } = JSON.parse(map) as { imports: Record<string, string> }
    const nameOf = (path: string) => path.replace(/-[\w-]{8}(?=\.(?:js|css)$)/, '')
    const names = Object.keys(imports).map(nameOf)
    const isOnly = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
    expect(names.filter(isOnly).length).toBeGreaterThan(100)
    // A name without a hash may also end in a word of eight letters.
    const hashed = Object.entries(imports).filter(
      ([key, path]) => key !== nameOf(key) && key !== nameOf(path),
    )
    expect(hashed.filter(([key]) => isOnly(nameOf(key)))).toEqual([])
  })

  test('the list of files is sorted, so that a build without a change is no update', () => {
    const { modules } = JSON.parse(read('files.json')) as { modules: Record<string, string[]> }
    expect(Object.keys(modules)).toEqual(Object.keys(modules).toSorted())
  })

  test('each screen names the files that it needs; a public page needs none of Mantine', () => {
    const { '/': home, '/_app': old, ...later } = built.screens
    expect([home, old]).toEqual([[], []])
    expect(Object.keys(later).length).toBeGreaterThan(70)
    for (const [address, named] of Object.entries(later)) {
      expect(named.length, address).toBeGreaterThan(1)
      for (const file of named) expect(files, address).toContain(file)
    }
    const mantine = [...needed(['ui/mantine/snackbars.tsx'])].filter(isOfMantine)
    expect(mantine.length).toBeGreaterThan(0)
    for (const address of publicPages)
      expect(
        later[address]?.filter((file) => mantine.includes(file)),
        address,
      ).toEqual([])
  })

  test('nothing that the first page runs by itself holds schemas', () => {
    const hasSchemas = (file: string) => /\b_zod\b/.test(read(file))
    const scripts = built.chunks.filter((file) => file.endsWith('.js'))
    expect(scripts.filter(hasSchemas).length).toBeGreaterThan(0)
    expect([...built.first].filter((file) => file.endsWith('.js') && hasSchemas(file))).toEqual([])
  })

  test('no script makes a schema that nothing uses', () => {
    const scripts = files.filter((file) => /^(?:desk-)?assets\/.*\.js$/.test(file))
    expect(scripts.some((file) => file.startsWith('desk-'))).toBe(true)
    const unused = scripts.flatMap((file) =>
      listStatements(read(file))
        .filter((code) => /^[\w$]+\(\)\.check\(|^[\w$]+\(\{(?!queryKey)|\}\)\.check\(/.test(code))
        .map((code) => `${file}: ${code.slice(0, 80)}`),
    )
    expect(unused).toEqual([])
  })

  test('a list of reviews or prices, and a form, load without the code that draws QR codes', () => {
    const drawsCodes = (file: string) => /assets\/tickets-.*\.js$/.test(file)
    expect(built.screens['/ticket/:reference']?.filter(drawsCodes)).toHaveLength(1)
    for (const address of ['/reviews', '/fuel-price', '/nysc', '/send-parcel'])
      expect(built.screens[address]?.filter(drawsCodes), address).toEqual([])
  })

  test('every chunk is counted: in a flow, in the first load or with Mantine', () => {
    expect(built.uncounted).toEqual([])
  })

  test('what only developers see is not in it', () => {
    const scripts = files.filter((name) => /\.(?:js|json|html)$/.test(name))
    expect(scripts.length).toBeGreaterThan(50)
    expect(
      scripts.filter((name) => /dev\/pieces|What screens are made of/.test(read(name))),
    ).toEqual([])
  })

  test('the worker knows the paths of all lookup lists, and no others of the contract', () => {
    const lookups = endpoints.filter(({ cache }) => cache === 'lookup')
    const known = read('sw.js').match(/v1\/\{p\}[\w/-]*/g) ?? []
    expect(known.toSorted()).toEqual(lookups.map(({ path }) => path.slice(1)).toSorted())
  })
})

describe('what the first install holds', () => {
  test('the ticket opens from it: nothing it imports is left out', () => {
    const there = new Set(install.map(({ url }) => url))
    const ticket = [...built.start, ...(built.screens['/ticket/:reference'] ?? [])]
    expect(ticket.length).toBeGreaterThan(built.start.length + 1)
    expect(ticket.filter((name) => !there.has(name))).toEqual([])
  })

  test('the name of every script and style sheet is the hash of its content, by which the worker checks it', () => {
    const named = files.filter((name) => /^assets\/.*\.(?:js|css)$/.test(name))
    expect(named.length).toBeGreaterThan(100)
    const isUnchecked = (name: string) => !name.includes(`-${computeShortHash(read(name))}.`)
    expect(named.filter(isUnchecked)).toEqual([])
    expect(read('sw.js')).toContain(computeShortHash(read('index.html')))
  })
})

describe('the desk', () => {
  test('has its addresses from its rooms', () => {
    const { screens } = JSON.parse(read('desk-screens.json')) as { screens: object }
    const addresses = Object.keys(screens)
    const routes = Object.values(deskRooms).flatMap((room) => room.routes)
    expect(routes.length).toBeGreaterThan(8)
    for (const { path, detail_path = path } of routes)
      expect(addresses).toEqual(expect.arrayContaining([`/desk${path}`, `/desk${detail_path}`]))
  })

  test('says nothing in any file of a traveller’s', () => {
    const isOfDesk = /^src\/(?:desk|ui\/desk|features\/[^/]+\/desk)\//
    const all = listSentences()
    const elsewhere = all.flatMap(({ file, text }) => (isOfDesk.test(file) ? [] : text)).join('\n')
    const own = all.filter(
      ({ file, text }) =>
        isOfDesk.test(file) && /^[\w ,.]{16,}$/.test(text) && !elsewhere.includes(text),
    )
    const saidIn = (part: RegExp) => {
      const code = files
        .filter((name) => part.test(name))
        .map(read)
        .join('\n')
      return own.filter(({ text }) => code.includes(text)).map(({ text }) => text)
    }
    expect(saidIn(/^desk-assets\/.*\.js$/).length).toBeGreaterThan(20)
    expect(saidIn(/^(?:assets\/.*\.js|sw\.js|(?!desk).*\.html)$/)).toEqual([])
  })

  test('is known to no traveller’s page and no service worker', () => {
    const pages = files.filter((name) => name.endsWith('.html') && name !== 'desk.html')
    for (const name of [...pages, 'files.json']) expect(read(name), name).not.toContain('desk-')
    expect(install.filter(({ url }) => url.includes('desk'))).toEqual([])
  })
})

describe('what a page allows', () => {
  const heads = files.filter((name) => /^pages\/.*\.html$/.test(name))

  test('public pages are prerendered with the head of their own screen', () => {
    expect(heads.length).toBeGreaterThan(10)
    for (const name of heads) {
      const [, said = ''] = /<h1[^>]*>([^<]+)<\/h1>/.exec(read(name)) ?? []
      expect([name, /<title>(.+) – \w+<\/title>/.exec(read(name))?.[1]]).toEqual([name, said])
    }
  })

  test('the desk has no inline style and no inline script', () => {
    const html = read('desk.html')
    expect(html).toContain("default-src 'none'")
    expect(html).toContain("require-trusted-types-for 'script'")
    expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/)
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  })

  test.for(['index.html', 'app-shell.html', 'auth.html', ...heads])(
    '%s has no inline style and no unnamed script',
    (page) => {
      const html = read(page)
      expect(html).toContain("default-src 'none'")
      expect(html).toContain("require-trusted-types-for 'script'")
      expect(html).not.toMatch(/\sstyle="/)
      expect(html).not.toMatch(/\son\w+="/)
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => tag)
      const ahead = ['<script type="application/json" id="ahead">', '<script>']
      expect(inline).toEqual([
        '<script>',
        '<script type="importmap">',
        ...(page === 'index.html' ? ['<script>'] : ahead),
      ])
    },
  )

  test('the start page works before any script: its form goes to the results with names', () => {
    const html = read('index.html')
    const [form = ''] = /<form[\s\S]*<\/form>/.exec(html) ?? []
    const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
    expect(form).toContain('action="/bookride"')
    expect(names).toEqual(['from', 'to', 'date', 'passengers'])
  })
})
