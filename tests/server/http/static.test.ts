import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const folder = mkdtempSync(join(tmpdir(), 'waka-static-'))
const { db } = await testDatabase()
const dist = join(folder, 'dist')

/** Makes a build in which the name of one file has changed. */
function build(name: string, desk = name): void {
  rmSync(dist, { recursive: true, force: true })
  for (const part of ['assets', 'pages', 'desk-assets'])
    mkdirSync(join(dist, part), { recursive: true })
  const files = {
    'index.html': '<h1>home</h1>',
    'app-shell.html': `<h1>shell ${name}</h1>`,
    'auth.html': '<h1>log in</h1>',
    'pages/signup.html': '<h1>Join</h1>',
    'pages/reviews.html': '<h1>Reviews</h1>',
    'files.json': JSON.stringify({
      screens: {
        '/': [],
        '/bookride': ['trips'],
        '/bookride/details': ['trip'],
        '/login': ['login'],
        '/signup': [],
        '/forgotten-password': [],
        '/reviews': ['reviews'],
        '/ticket/:reference': ['ticket'],
      },
      modules: {
        trips: ['assets/trips.js'],
        trip: ['assets/trip.js'],
        login: ['assets/login.js'],
        reviews: ['assets/reviews.js'],
        ticket: ['assets/ticket.js'],
      },
    }),
    'desk.html': `<h1>desk ${desk}</h1>`,
    'desk-screens.json':
      '{"screens":{"/desk/":[],"/desk/c/:id":[],"/desk/claims":[]},"modules":{}}',
    'sw.js': '// worker',
    [`desk-assets/desk-${desk}.js`]: `console.log("${desk}")`,
    [`assets/main-${name}.js`]: `console.log("${name}")`,
  }
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(dist, file), text)
    writeFileSync(join(dist, `${file}.br`), brotliCompressSync(text))
  }
}

const serveBuild = async (name: string) => {
  build(name)
  return aServer(db, { dist, config: { data_dir: folder } })
}

const first = await serveBuild('one')
const get = (
  url: string,
  headers: Record<string, string> = { accept: 'text/html', 'accept-encoding': 'br' },
) => first.app.inject({ url, headers })
afterAll(async () => {
  await first.close()
  rmSync(folder, { recursive: true })
})

test('documents are asked for again each time, and cost nothing when unchanged', async () => {
  for (const url of ['/', '/index.html', '/app-shell.html', '/sw.js']) {
    const answer = await get(url)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
    const again = await get(url, {
      'accept-encoding': 'br',
      'if-none-match': String(answer.headers['etag']),
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  expect((await get('/')).headers['content-security-policy']).toBe("frame-ancestors 'none'")
})

test("login and signup are documents of their own, which Google's window may answer", async () => {
  for (const [url, head] of [
    ['/login', 'log in'],
    ['/login?next=%2F', 'log in'],
    ['/signup', 'Join'],
  ] as const) {
    const { headers, rawPayload } = await get(url)
    expect(String(brotliDecompressSync(rawPayload))).toBe(`<h1>${head}</h1>`)
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  }
  for (const url of ['/', '/bookride', '/loginx', '/forgotten-password'])
    expect((await get(url)).headers['cross-origin-opener-policy']).toBe('same-origin')
})

test('a page whose head was prerendered comes with it, however its address is written', async () => {
  for (const url of ['/reviews', '/reviews?operator=iroko-transit', '/Reviews']) {
    const { statusCode, headers, rawPayload } = await get(url)
    expect([statusCode, String(brotliDecompressSync(rawPayload))]).toEqual([
      200,
      '<h1>Reviews</h1>',
    ])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "frame-ancestors 'none'",
    })
  }
})

test('hashed files are kept for ever, a missing one is never HTML', async () => {
  const there = await get('/assets/main-one.js')
  expect(there.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const missing = await get('/assets/main-two.js')
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'private, no-store'])
  expect(missing.headers['content-type']).toBe('application/problem+json')
})

test('a page of the app gets the shell, before any script too', async () => {
  const plain = { accept: 'text/html', 'accept-encoding': 'identity' }
  expect((await get('/bookride?from=lagos&to=abuja', plain)).body).toBe('<h1>shell one</h1>')
  expect((await get('/bookride?from=lagos', plain)).statusCode).toBe(200)
  expect((await get('/bookride', { accept: 'application/json' })).statusCode).toBe(404)
})

test.each(['*/*', 'text/*', 'TEXT/HTML', 'text/html;q=0.2, application/json;q=0.1', undefined])(
  'who accepts %s gets a page, by GET and by HEAD',
  async (accept) => {
    const headers = { 'accept-encoding': 'identity', ...(accept !== undefined && { accept }) }
    for (const url of ['/bookride', '/reviews', '/nowhere']) {
      const answer = await get(url, headers)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.headers['vary']).toMatch(/\baccept\b/)
      const head = await first.app.inject({ method: 'HEAD', url, headers })
      expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
        answer.statusCode,
        answer.headers['content-type'],
        '',
      ])
    }
  },
)

test.each(['application/json', 'application/json, text/plain, */*', 'text/html;q=0', 'image/png'])(
  'who accepts %s gets no page',
  async (accept) => {
    const { statusCode, headers } = await get('/bookride', { accept })
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json'])
  },
)

test.each([
  ['/signup/', '/signup'],
  ['/bookride//?from=lagos&to=%61', '/bookride?from=lagos&to=%61'],
  ['/ticket/%41BC', '/ticket/ABC'],
  ['/ticket/%c3%a9', '/ticket/%C3%A9'],
  ['/t/7K3M9Q/', '/t/7K3M9Q'],
  ['/s/7K3M9Q/', '/s/7K3M9Q'],
])('%s is sent to the one address of its page', async (url, location) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['location']]).toEqual([308, location])
  const { headers } = await get(location)
  expect(headers['location']).toBeUndefined()
})

test.each(['//evil.example/', '/%2e%2e/', '/%', '/desk/', '/api/v1/waka/', '/\\evil.example/'])(
  '%s is sent nowhere else',
  async (url) => {
    const location = String((await get(url)).headers['location'] ?? '/')
    expect(new URL(location, 'https://waka.example').origin).toBe('https://waka.example')
  },
)

test('an address without a screen is 404, with the same page', async () => {
  const plain = { accept: 'text/html', 'accept-encoding': 'identity' }
  const statuses = async (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await get(url, plain)).statusCode))
  expect(await statuses(['/ticket/ABC', '/ticket/abc', '/BookRide?from=lagos', '/'])).toEqual([
    200, 200, 200, 200,
  ])
  expect(await statuses(['/nowhere', '/ticket', '/ticket/a/b', '/bookride/x'])).toEqual([
    404, 404, 404, 404,
  ])
  const lost = await get('/nowhere', plain)
  expect(lost.body).toBe('<h1>shell one</h1>')
  expect(lost.headers['cache-control']).toBe('no-cache')
})

test('the desk is a document of its own, 404 where it has no screen', async () => {
  const statuses: [string, number][] = [
    ['/desk', 200],
    ['/desk/', 200],
    ['/desk/claims?x=1', 200],
    ['/desk/c/0193f0c0', 200],
    ['/desk/c', 404],
    ['/desk/nothing', 404],
    ['/claims', 404],
  ]
  for (const [url, status] of statuses) {
    const { statusCode, body } = await get(url, { accept: 'text/html' })
    expect([url, statusCode]).toEqual([url, status])
    expect(body.includes('<h1>desk one</h1>')).toBe(url.startsWith('/desk'))
  }
})

test.each([
  '/api/none',
  '/sandbox/none',
  '/t',
  '/..%2f..%2fpackage.json',
  '/assets/../../package.json',
])('%s never answers with a file', async (url) => {
  for (const accept of ['*/*', 'application/json']) {
    const answer = await get(url, { accept })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toMatch(/^(?:<h1>shell one<\/h1>|\{"type":)/)
  }
})

test('files of the three builds before stay there', async () => {
  for (const name of ['two', 'three', 'four', 'five']) await (await serveBuild(name)).close()
  const last = await serveBuild('six')
  const status = async (name: string) =>
    (await last.app.inject(`/assets/main-${name}.js`)).statusCode
  expect(await Promise.all(['six', 'five', 'four', 'three', 'two', 'one'].map(status))).toEqual([
    200, 200, 200, 200, 404, 404,
  ])
  await last.close()
})

test('files of a desk stay there too when nothing else has changed', async () => {
  const status = async () => {
    const server = await aServer(db, { dist, config: { data_dir: folder } })
    const answers = ['old', 'new'].map((name) => server.app.inject(`/desk-assets/desk-${name}.js`))
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    await server.close()
    return statuses
  }
  build('six', 'old')
  expect(await status()).toEqual([200, 404])
  build('six', 'new')
  expect(await status()).toEqual([200, 200])
})

test('while processes are updated one by one, an older one has the files of a newer release', async () => {
  const older = await serveBuild('seven')
  const newer = await serveBuild('eight')
  await newer.close()
  build('seven')
  const { statusCode, body } = await older.app.inject('/assets/main-eight.js')
  expect([statusCode, body]).toEqual([200, 'console.log("eight")'])
  expect((await older.app.inject('/assets/main-nine.js')).statusCode).toBe(404)
  await older.close()
})

test('what a killed process left of a release is served by nobody, and goes after an hour', async () => {
  const releases = join(folder, 'releases')
  const [fresh, old] = ['.fresh', '.old'].map((name) => join(releases, name))
  for (const left of [fresh, old]) {
    mkdirSync(join(left ?? '', 'assets'), { recursive: true })
    writeFileSync(join(left ?? '', 'assets/main-partial.js'), 'conso')
  }
  const past = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(old ?? '', past, past)
  const server = await serveBuild('ten')
  expect((await server.app.inject('/assets/main-partial.js')).statusCode).toBe(404)
  expect([existsSync(fresh ?? ''), existsSync(old ?? '')]).toEqual([true, false])
  await server.close()
})

test('the kill switch serves a worker that ends itself, and only where it is turned', async () => {
  const on = await aServer(db, { dist, config: { data_dir: folder, sw_kill: true } })
  const { body, headers } = await on.app.inject('/sw.js')
  expect(body).toContain('self.registration.unregister()')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect(headers['content-type']).toContain('text/javascript')
  await on.close()
  expect((await get('/sw.js', {})).body).toBe('// worker')
})

test('a page without content names the files of its screen, so that they come with those of the first page', async () => {
  for (const [url, file] of [
    ['/login', 'login'],
    ['/bookride?from=lagos', 'trips'],
    ['/bookride/details?trip=1', 'trip'],
    ['/ticket/AB', 'ticket'],
  ] as const)
    expect((await get(url)).headers['link'], url).toBe(
      `</assets/${file}.js>; rel=preload; as=script; crossorigin; fetchpriority=low`,
    )
  for (const url of ['/', '/reviews', '/nothing-here'])
    expect((await get(url)).headers['link'], url).toBeUndefined()
})
