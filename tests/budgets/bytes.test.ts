import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import * as deskRooms from '#src/desk/rooms.ts'
import { allSentences } from '#tests/house/sentences'
import { builtIn, flows } from '#tests/support/browser/built-files'

const { files, read, wire, sum, install, needed, ...built } = builtIn('dist')

const printed = [
  '/bookride',
  '/bookride/:road',
  '/bookride/details',
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

describe('what a phone pays', () => {
  test('the first load of the start page is at most 118 kB', () => {
    expect(built.home).toBeLessThanOrEqual(118_000)
  })

  test('nothing that the first page runs by itself waits for schemas', () => {
    const run = [...needed(['tickets', 'around'])]
    expect(run.join()).toMatch(/\/kit-/)
    expect(run.join()).not.toMatch(/\/schemas-/)
  })

  test('the style sheet in a page is at most 6 kB of it', () => {
    expect(sum(files.filter((name) => /^assets\/main-.*\.css$/.test(name)))).toBeLessThanOrEqual(
      6000,
    )
  })

  test('the first install has at most 14 files and 195 kB; all that comes by itself is at most 200 kB', () => {
    expect(install.length).toBeGreaterThan(5)
    expect(install.length).toBeLessThanOrEqual(14)
    expect(built.tier_zero).toBeGreaterThan(100_000)
    expect(built.tier_zero).toBeLessThanOrEqual(195_000)
    expect(built.visit).toBeGreaterThan(built.tier_zero)
    expect(built.visit).toBeLessThanOrEqual(200_000)
  })

  test.for(Object.keys(flows) as (keyof typeof flows)[])(
    'after the first load the flow %s is at most 75 kB',
    (name) => {
      expect(built.flow(name)).toBeGreaterThan(1000)
      expect(built.flow(name)).toBeLessThanOrEqual(75_000)
    },
  )

  test("Mantine's shared part is at most 70 kB, once", () => {
    expect(built.mantine).toBeGreaterThan(10_000)
    expect(built.mantine).toBeLessThanOrEqual(70_000)
  })

  test('a page that holds the style sheet says so to the loader of chunks, which asks for it otherwise', () => {
    const [sheet = ''] = files.filter((name) => /^assets\/main-.*\.css$/.test(name))
    for (const page of ['index.html', 'app-shell.html', 'auth.html', 'pages/fuel-price.html'])
      expect(read(page)).toContain(`<link rel="stylesheet" href="/${sheet}" disabled>`)
  })

  test('each screen names the files that it needs; a printed one needs none of Mantine', () => {
    const screens = JSON.parse(read('screens.json')) as Record<string, string[]>
    const { '/': home, '/_app': old, ...later } = screens
    expect([home, old]).toEqual([[], []])
    expect(Object.keys(later).length).toBeGreaterThan(70)
    for (const [address, named] of Object.entries(later)) {
      expect(named.length, address).toBeGreaterThan(1)
      for (const file of named) expect(files, address).toContain(file)
    }
    for (const address of printed)
      expect(later[address]?.join(), address).not.toMatch(/mantine|controls/)
  })

  test('every chunk is counted: in a flow, in the first load or with Mantine', () => {
    expect(built.unnamed).toEqual([])
  })

  test('what only developers see is not in it', () => {
    const scripts = files.filter((name) => /\.(?:js|json|html)$/.test(name))
    expect(scripts.length).toBeGreaterThan(50)
    expect(scripts.filter((name) => /dev\/pieces|PiecesScreen/.test(read(name)))).toEqual([])
  })

  test('the app takes at most 2.5 MB on disk', () => {
    expect(built.disk).toBeGreaterThan(500_000)
    expect(built.disk).toBeLessThanOrEqual(2_500_000)
  })

  test('an update after a change in any one chunk of a flow is at most 30 kB', () => {
    const first = new Set(install.map(({ url }) => url))
    const later = built.chunks.map(({ file }) => file).filter((file) => !first.has(file))
    const largest = Math.max(...later.filter((file) => !/\/mantine-/.test(file)).map(wire))
    expect(sum(['sw.js', 'importmap.json']) + largest).toBeLessThanOrEqual(30_000)
  })

  test('the worker is at most 9 kB', () => {
    expect(wire('sw.js')).toBeLessThanOrEqual(9000)
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
    const inPages = /\/main-[\w-]+\.css$/
    const missing = [...needed(['tickets'])].filter(
      (name) => !there.has(name) && !inPages.test(name),
    )
    expect(missing).toEqual([])
  })

  test('every script of it is checked when it comes', () => {
    const unchecked = install.filter(({ url, is_checked }) => url.endsWith('.js') && !is_checked)
    expect(unchecked).toEqual([])
  })
})

describe('the desk', () => {
  const withImports = (names: readonly string[]) => {
    const found = new Set(names)
    for (const name of found)
      if (name.endsWith('.js'))
        for (const [, file = ''] of read(name).matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g))
          found.add(`desk-assets/${file}`)
    return found
  }
  const desk = files.filter((name) => /^desk(?:\.html|-assets\/.+\.(?:js|css))$/.test(name))

  test('is at most 400 kB', () => {
    expect(desk.length).toBeGreaterThanOrEqual(3)
    expect(sum(desk)).toBeGreaterThan(30_000)
    expect(sum(desk)).toBeLessThanOrEqual(400_000)
  })

  test('loads at most 120 kB for any screen after its first page', () => {
    const inPage = [...read('desk.html').matchAll(/(?:src|href)="\/(desk-assets\/[^"]+)"/g)]
    const first = withImports(inPage.map(([, file = '']) => file))
    const later = desk.filter((file) => file.startsWith('desk-assets/') && !first.has(file))
    expect(later.length).toBeGreaterThan(8)
    for (const file of later) {
      const needed = [...withImports([file])].filter((name) => !first.has(name))
      expect(sum(needed), file).toBeLessThanOrEqual(120_000)
    }
  })

  test('has its addresses from its rooms', () => {
    const addresses = Object.keys(JSON.parse(read('desk-screens.json')) as object)
    const routes = Object.values(deskRooms).flatMap((room) => room.routes)
    expect(routes.length).toBeGreaterThan(8)
    for (const { path, detail_path = path } of routes)
      expect(addresses).toEqual(expect.arrayContaining([`/desk${path}`, `/desk${detail_path}`]))
  })

  test('says nothing in any file of a traveller’s', () => {
    const isOfDesk = /^src\/(?:desk|ui\/desk|features\/[^/]+\/desk)\//
    const all = allSentences()
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
    for (const name of [...pages, 'importmap.json']) expect(read(name), name).not.toContain('desk-')
    expect(install.filter(({ url }) => url.includes('desk'))).toEqual([])
  })
})

describe('what a page allows', () => {
  const heads = files.filter((name) => /^pages\/.*\.html$/.test(name))

  test('public pages are printed with the head of their own screen', () => {
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
      expect(inline).toEqual(['<script type="importmap">', ...(page === 'index.html' ? [] : ahead)])
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
