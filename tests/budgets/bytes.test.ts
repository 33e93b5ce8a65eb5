import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const dist = join(process.cwd(), 'dist')
const read = (name: string) => readFileSync(join(dist, name), 'utf8')
const bytes = (name: string) => statSync(join(dist, name)).size

/** Bytes on the wire: brotli where there is one beside the file. */
function wire(name: string): number {
  return files.includes(`${name}.br`) ? bytes(`${name}.br`) : bytes(name)
}

let files: string[] = []
let install: { url: string; integrity?: string }[] = []

beforeAll(() => {
  files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  const listed = [...read('sw.js').matchAll(/\{[^{}]*?["`]?url["`]?:["`]([^"`]+)["`][^{}]*\}/g)]
  install = listed.map(([entry, url = '']) => ({
    url,
    ...(/sha256-/.test(entry) ? { integrity: entry } : {}),
  }))
})

const sum = (names: readonly string[]) => names.reduce((total, name) => total + wire(name), 0)
const scriptsOf = (page: string) =>
  [...read(page).matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, name = '']) => name,
  )

/** Chunks that a chunk cannot do without, itself included, by the stable names that it imports. */
function needed(chunk: string, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  const map = (JSON.parse(read('importmap.json')) as { imports: Record<string, string> }).imports
  for (const [, name = ''] of read(chunk).matchAll(/from\s*["`]\.\/([\w.-]+)["`]/g)) {
    needed((map[`/assets/${name}`] ?? `/assets/${name}`).slice(1), seen)
  }
  return seen
}

describe('what a phone pays', () => {
  test('the first load of the start page is at most 100 kB', () => {
    expect(sum(['index.html', ...scriptsOf('index.html')])).toBeLessThanOrEqual(100_000)
  })

  test('the style sheet in a page is at most 6 kB of it', () => {
    expect(sum(files.filter((name) => /^assets\/main-.*\.css$/.test(name)))).toBeLessThanOrEqual(
      6000,
    )
  })

  test('the first install has at most 12 files and 170 kB', () => {
    expect(install.length).toBeGreaterThan(5)
    expect(install.length).toBeLessThanOrEqual(12)
    expect(sum(install.map(({ url }) => url)) + wire('sw.js')).toBeLessThanOrEqual(170_000)
  })

  test('the whole app is at most 330 kB, and 1.6 MB on disk', () => {
    const kept = files.filter((name) => /\.(?:html|js|css)$/.test(name))
    expect(sum(kept)).toBeLessThanOrEqual(330_000)
    expect(kept.reduce((total, name) => total + bytes(name), 0)).toBeLessThanOrEqual(1_600_000)
  })

  test('an update after a change in one flow is at most 6.5 kB besides the flow: the page is patched', () => {
    expect(sum(['sw.js', 'importmap.json'])).toBeLessThanOrEqual(6500)
  })

  test('the worker is at most 5 kB', () => {
    expect(wire('sw.js')).toBeLessThanOrEqual(5000)
  })
})

describe('what the first install holds', () => {
  test('the ticket opens from it: nothing it imports is left out', () => {
    const ticket = files.find((name) => /^assets\/tickets-.*\.js$/.test(name)) ?? ''
    const there = new Set(install.map(({ url }) => url))
    expect([...needed(ticket)].filter((name) => !there.has(name))).toEqual([])
  })

  test('every script of it is checked when it comes', () => {
    const unchecked = install.filter(
      ({ url, integrity }) => url.endsWith('.js') && integrity === undefined,
    )
    expect(unchecked).toEqual([])
  })
})

describe('what a page allows', () => {
  test.for(['index.html', 'app-shell.html', 'auth.html'])(
    '%s has no inline style and no unnamed script',
    (page) => {
      const html = read(page)
      expect(html).toContain("default-src 'none'")
      expect(html).toContain("require-trusted-types-for 'script'")
      expect(html).not.toMatch(/\sstyle="/)
      expect(html).not.toMatch(/\son\w+="/)
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => tag)
      expect(inline).toEqual(['<script type="importmap">'])
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
