import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { groupEndpointsByRoom } from '#server/app'
import { sql } from '#server/db/sql'
import { listRooms } from '#server/rooms'
import { fillShell, readStyleRules } from '#server/http/fill-shell'
import { makeRefusal } from '#contract/errors'
import type { PublicPage } from '#server/platform/public-page'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const folder = mkdtempSync(join(tmpdir(), 'waka-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const dist = join(folder, 'dist')
const shell = `<!doctype html><html><head><meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="script-src 'self' 'sha256-MAP'; style-src 'self' 'sha256-CORE'" />
<title>Waka</title><meta name="description" content="Usual words." /><script type="application/json" id="ahead">[]</script></head><body><div id="root" data-shell="any"><main><div>Waiting</div></main></div>
</body></html>`
mkdirSync(join(dist, 'assets'), { recursive: true })
mkdirSync(join(dist, '.prerenderer'))
const files = {
  'app-shell.html': shell,
  'index.html': '<h1>home</h1>',
  'files.json': JSON.stringify({
    screens: { '/things/:code': ['things.tsx'], '/things/new': [] },
    modules: { 'things.tsx': ['assets/things-abc.js', 'assets/things-abc.css'] },
  }),
  'assets/main-abc.css': '.core_a{color:red}',
  'assets/things-abc.css':
    '.row_a{color:red}.row_a .gone_b{color:blue}@media (min-width: 900px){.row_a{gap:1px}.gone_b{gap:2px}}.row_a:hover,.gone_b{top:0}',
  '.prerenderer/prerenderer.js':
    'export const prerenderPage = async (at, answers) => ({ html: `<main class="row_a" style="top:0">${at} ${++globalThis.renderedTimes}</main>`, kept: answers.map(({ data }) => [["getThing"], data]) })',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(dist, name), text)
Object.assign(globalThis, { renderedTimes: 0 })

const evil = '</script><script>alert("x")</script>'
const shown = {
  title: evil,
  description: `"${evil}`,
  crumbs: [['Start', '/'] as const, ['Thing', '/things/a'] as const],
  about: [{ '@type': 'Thing', name: evil, url: '/things/a' }],
  answers: [],
}

const place = { address: '/things/a?b=1', origin: 'https://waka.example', at: 1, files: [] }
const page = fillShell(
  shell,
  readStyleRules(dist),
  shown,
  { html: '<p class="row_a">x</p>', kept: [evil] },
  place,
)

test('nothing that a business calls itself becomes a script', () => {
  expect(page).not.toContain('<script>alert')
  expect([...page.matchAll(/<script(?![^>]*json")/g)]).toEqual([])
  const [, answers = ''] = /id="answers">([^<]*)<\/script>/.exec(page) ?? []
  expect(JSON.parse(answers)).toEqual({ at: 1, kept: [evil] })
  const [, thing = ''] = /ld\+json">([^<]*)<\/script>/.exec(page) ?? []
  expect(JSON.parse(thing)).toMatchObject({ name: evil, url: 'https://waka.example/things/a' })
})

test('the styles it needs stand in it, and its policy lets these through', () => {
  const css = /<style>([^<]*)<\/style><\/head>/.exec(page)?.[1] ?? ''
  expect(css).toBe(
    '.row_a{color:red}@media (min-width: 900px){.row_a{gap:1px}}.row_a:hover,.gone_b{top:0}',
  )
  const hash = createHash('sha256').update(css).digest('base64')
  expect(page).toContain(`style-src 'self' 'sha256-${hash}' 'sha256-CORE'`)
})

test('it says where it stands, and the app finds its place', () => {
  expect(page).toContain('<link rel="canonical" href="https://waka.example/things/a" />')
  expect(page).toContain('<div id="root" data-shell="page" data-at="/things/a?b=1">')
  expect(page).not.toContain('Waiting')
  expect(page).not.toContain('Usual words.')
})

const { db } = await testDatabase()
const things: PublicPage = {
  path: '/things/:code',
  async show(_ctx, { code = '' }) {
    if (code === 'broken') throw new Error('this one breaks')
    if (code !== 'a') throw makeRefusal('not_found')
    return { ...shown, answers: [{ endpoint: { name: 'getThing' }, input: {}, data: evil }] }
  },
}
const shownAs: PublicPage = {
  path: '/shown',
  query: { thing: (code) => code === 'a', size: (count) => /^[1-6]$/.test(count) },
  cache_ms: 0,
  show: async (_ctx, params) => ({ ...shown, title: JSON.stringify(params) }),
}
const house = {
  rooms: listRooms([{ pages: [things, shownAs], addresses: async () => ['/things/a&b'] }]),
  endpoints: groupEndpointsByRoom(),
}
const server = await aServer(db, { dist, house, config: { data_dir: folder } })
afterAll(() => server.close())
const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  server.app.inject({ url, headers })

test('a page is rendered once, however many ask, and costs nothing when unchanged', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => get('/things/a')))
  expect(first?.statusCode).toBe(200)
  expect(new Set(others.map(({ body }) => body))).toEqual(new Set([first?.body]))
  expect(first?.body).toContain('<main class="row_a">/things/a 1</main>')
  const etag = String(first?.headers['etag'])
  const again = await get('/things/a', { accept: 'text/html', 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(first?.headers['content-security-policy']).toBe("frame-ancestors 'none'")
  const [, ahead = ''] = /id="ahead">([^<]*)<\/script>/.exec(first?.body ?? '') ?? []
  expect(JSON.parse(ahead)).toEqual(['assets/things-abc.js', 'assets/things-abc.css'])
  expect(first?.headers['link'], 'they wait until it is painted').toBeUndefined()
})

test('what is not there is the shell as 404; a screen, a query and a fault are the shell as it is', async () => {
  for (const [url, status] of [
    ['/things/b', 404],
    ['/things/a%00', 404],
    ['/things/new', 200],
    ['/things/a?x=1', 200],
    ['/things/broken', 200],
  ] as const) {
    const answer = await get(url)
    expect([url, answer.statusCode]).toEqual([url, status])
    expect(answer.body, url).toContain('data-shell="any"')
  }
})

test('a page is rendered for the query that it takes, and for no other', async () => {
  const whole = await get('/shown?thing=a&size=2')
  expect(whole.body).toContain('data-at="/shown?thing=a&amp;size=2"')
  expect(whole.body).toContain('&quot;thing&quot;:&quot;a&quot;,&quot;size&quot;:&quot;2&quot;')
  expect((await get('/shown?thing=a')).body).toContain('data-at="/shown?thing=a"')
  for (const query of [
    '',
    '?',
    '?thing=b',
    '?thing=a&size=7',
    '?size=2&thing=a',
    '?thing=a&thing=a',
    '?thing=a&utm_source=x',
    '?thing=%61',
  ]) {
    const answer = await get(`/shown${query}`)
    expect(answer.body, query).toContain('data-shell="any"')
  }
})

test('a page whose time is over is printed anew', async () => {
  const times = async () => /shown\?thing=a (\d+)/.exec((await get('/shown?thing=a')).body)?.[1]
  expect(Number(await times())).toBeLessThan(Number(await times()))
})

test('a rendered page counts for the network of who asks, also where IPv4 comes as IPv6', async () => {
  const url = '/shown?thing=a&size=3'
  await server.app.inject({
    url,
    headers: { accept: 'text/html' },
    remoteAddress: '::ffff:102.89.7.7',
  })
  const { rows } = await sql`select key from rate_bucket where key like 'read:%'`.execute(db)
  expect(rows).toContainEqual({ key: 'read:102.89.7.7' })
})

test('search engines are told of every public page', async () => {
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  expect(body).toContain('<loc>http://localhost:3000/things/a&amp;b</loc>')
  expect(body).toContain('<loc>http://localhost:3000/brands</loc>')
})
