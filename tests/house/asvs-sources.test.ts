import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHouse } from './tree.ts'

/* Items of tests/asvs.md that the sources alone prove. */

const house = readHouse(process.cwd())
const answering = house.filter(
  ({ path }) =>
    /^(contract|src|sw)\//.test(path) || /^(server\/(rooms|http|jobs)|demo\/sandbox)\//.test(path),
)
const server = house.filter(({ path }) => path.startsWith('server/'))
const filesWith = (files: typeof house, pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('nothing that answers requests starts programs or runs text as code', () => {
  expect(filesWith(answering, /node:(child_process|vm)|\beval\(|new Function\(/)).toEqual([])
})

test('no statement is put together from text that somebody sent', () => {
  // The import builds its statement from the column types of its own table, and accepts only types of a fixed list.
  expect(filesWith(answering, /sql\.raw\(|sql\.lit\(/)).toEqual([
    'server/rooms/timetables/staging-repository.ts',
  ])
})

test('no regular expression is made from what was sent', () => {
  // These build their expressions from URLs in the contract.
  expect(filesWith(answering, /new RegExp\(/).toSorted()).toEqual([
    'server/http/fastify.ts',
    'server/http/static.ts',
  ])
})

test('no page writes HTML from text', () => {
  expect(
    filesWith(
      house.filter(({ path }) => /^(src|sw)\//.test(path)),
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|document\.write\(|insertAdjacentHTML/,
    ),
  ).toEqual([])
})

test('a message from another window is heard only from the window that was opened, at our own origin', () => {
  const src = house.filter(({ path }) => path.startsWith('src/'))
  expect(
    filesWith(
      src,
      /\b(window|globalThis|self)\.(addEventListener\('message'|onmessage)|[^.\w]addEventListener\('message'/,
    ),
  ).toEqual([])
  const standIn = house.find(({ path }) => path === 'demo/sandbox/google-script.ts')
  expect(standIn?.text).toContain('event.origin !== location.origin || event.source !== popup')
})

test('password fields let a password manager fill them and take what is pasted', () => {
  const field = house.find(({ path }) => path === 'src/ui/password-field.tsx')
  expect(field?.text).toMatch(/current-password/)
  expect(field?.text).toMatch(/new-password/)
  expect(
    filesWith(
      house.filter(({ path }) => path.startsWith('src/')),
      /onPaste/,
    ),
  ).toEqual([])
})

test('nothing that must not be guessed comes from Math.random', () => {
  // These use random numbers only for delays before a retry and for durations of a stream.
  expect(
    filesWith(
      house.filter(({ path }) => /^(contract|server|src|sw)\//.test(path)),
      /Math\.random/,
    ).toSorted(),
  ).toEqual([
    'contract/outbox.ts',
    'server/db/client.ts',
    'server/db/file-lock.ts',
    'server/rooms/events/hub.ts',
    'server/rooms/events/service.ts',
    'src/lib/single-sender.ts',
  ])
})

test('only approved hashes and ciphers are used, from node:crypto and the libraries named', () => {
  const named = server.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /create(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*'([^']+)'|hkdfSync\('([^']+)'/g,
      ),
    ].map(([, one, other]) => one ?? other),
  )
  expect(new Set(named)).toEqual(new Set(['sha256', 'sha512']))
  expect(house.find(({ path }) => path === 'server/platform/sealed.ts')?.text).toContain(
    "'aes-256-gcm'",
  )
  expect(filesWith(server, /create(Cipher|Decipher)iv\(/)).toEqual(['server/platform/sealed.ts'])
})

test('no certificate is taken unchecked', () => {
  expect(filesWith(server, /rejectUnauthorized\s*:|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
})

test('no request of ours follows a redirect', () => {
  const asking = server.filter(
    ({ path, text }) => /\bawait fetch\(/.test(text) && !path.startsWith('demo/'),
  )
  expect(asking.length).toBeGreaterThan(3)
  for (const { path, text } of asking)
    expect([path, text.match(/\bawait fetch\(/g)?.length]).toEqual([
      path,
      text.match(/redirect: '(error|manual)'/g)?.length,
    ])
})

test('the pages load nothing from anybody but us, and Google where one logs in', () => {
  const pages = ['index', 'app-shell', 'auth'].map((name) =>
    readFileSync(`src/${name}.html`, 'utf8'),
  )
  for (const page of pages)
    expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\//)
  expect(
    filesWith(
      house.filter(({ path }) => path.endsWith('.css')),
      /url\(['"]?(https?:)?\/\//,
    ),
  ).toEqual([])
})

test('every part has one version, a hash and one source', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<
      string,
      { version?: string; resolved?: string; integrity?: string; link?: boolean }
    >
  }
  const parts = Object.entries(lock.packages).filter(([at, { link }]) => at !== '' && !link)
  expect(parts.length).toBeGreaterThan(300)
  const loose = parts.filter(
    ([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'),
  )
  expect(loose.map(([at]) => at)).toEqual([])
  const sources = new Set(
    parts.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : [])),
  )
  expect(sources.size).toBeLessThanOrEqual(1)
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>
  const wanted = Object.values({ ...dependencies, ...devDependencies })
  expect(
    wanted.filter((version) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([])
})
