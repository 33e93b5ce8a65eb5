import type { BuildFiles } from '#tools/build/files'
import { expect, test } from '#tests/e2e/fixtures/world'
import { buildVersions, serveVersions } from './versions.ts'

test('an update after a change in one screen costs at most 30 kB in all, headers included', async ({
  phone: { page },
}) => {
  test.setTimeout(180_000)
  const releases = await serveVersions(await buildVersions(2))
  try {
    await page.goto(releases.url)
    const isWarm = () => releases.asked.some((path) => /\/company\.screens-/.test(path))
    await expect.poll(isWarm, { timeout: 30_000 }).toBe(true)
    // Everything that loads automatically has arrived: the last chunk of the map, and the icons after it.
    await expect.poll(() => page.evaluate(missing), { timeout: 30_000 }).toEqual([])
    await releases.release(2)
    const [before, asked] = [releases.bytes(), releases.asked.length]
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      const { installing } = registration
      if (installing)
        await new Promise((resolve) => installing.addEventListener('statechange', resolve))
    })
    expect(await page.evaluate(isWaiting)).toBe(true)
    const spent = releases.bytes() - before
    const came = releases.asked.slice(asked).filter((path) => !path.startsWith('/api/'))
    console.log(`an update cost ${spent} bytes: ${came.join(' ')}`)
    expect(came.toSorted()).toEqual([
      '/',
      expect.stringMatching(/^\/assets\/company\.screens-/),
      '/sw.js',
    ])
    expect(spent, came.join('\n')).toBeLessThanOrEqual(30_000)
  } finally {
    await page.context().close()
    await releases.close()
  }
})

const isWaiting = async () => (await navigator.serviceWorker.ready).waiting !== null

/** Files of this version that the phone does not store yet. */
const missing = async () => {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}'
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
  // This style sheet is inlined in the page, so the phone does not store its file.
  const inPage = document.querySelector('link[disabled]')?.getAttribute('href')
  const list = await caches.match('/files.json', { ignoreSearch: true })
  if (list === undefined) return ['/files.json']
  const { self_saved } = (await list.json()) as BuildFiles
  const files = Object.values(imports).filter(
    (path) => path !== inPage && !self_saved.includes(path.slice(1)),
  )
  files.push('/files.json', '/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/icon.svg')
  const kept = await Promise.all(files.map((path) => caches.match(path, { ignoreSearch: true })))
  return files.filter((_, at) => kept[at] === undefined)
}
