import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** Records that it ran, takes a moment with `dist` missing, and fails if the source says so. */
const slowBuild = `
  const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
  appendFileSync('builds', '+')
  const source = readFileSync('src/source', 'utf8')
  rmSync('dist', { recursive: true, force: true })
  setTimeout(() => {
    mkdirSync('dist')
    writeFileSync('dist/app-shell.html', source)
    process.exit(source === 'broken' ? 1 : 0)
  }, 400)`

/** Makes a folder with sources and a slow build. */
function aCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'waka-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules/vite/bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/vite/bin/vite.js'), slowBuild)
  mkdirSync(join(folder, 'src'))
  return {
    write: (source: string) => writeFileSync(join(folder, 'src/source'), source),
    builds: () => readFileSync(join(folder, 'builds'), 'utf8').length,
    isThere: () => existsSync(join(folder, 'dist/app-shell.html')),
    start: () => started(folder),
  }
}

/** Starts a process that needs the built app; returns the page it would serve, or '' when it failed. */
async function started(folder: string): Promise<string> {
  const program = `
    import { readFileSync } from 'node:fs'
    import { findBuiltApp } from '#server/platform/built-app'
    const dist = await findBuiltApp(${JSON.stringify(folder)}).catch(() => process.exit(1))
    process.stdout.write(readFileSync(dist + '/app-shell.html', 'utf8'))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return said
}

test('servers that start at once build the app once, and all serve the finished build', async () => {
  const checkout = aCheckout()
  checkout.write('first')
  const pages = await Promise.all([checkout.start(), checkout.start(), checkout.start()])
  expect(pages).toEqual(['first', 'first', 'first'])
  expect(checkout.builds()).toBe(1)
})

test('a server builds anew when the sources changed, and not when they did not', async () => {
  const checkout = aCheckout()
  checkout.write('first')
  await checkout.start()
  await checkout.start()
  expect(checkout.builds()).toBe(1)
  checkout.write('second')
  expect(await checkout.start()).toBe('second')
  expect(checkout.builds()).toBe(2)
})

test('what a build that broke left behind is not served', async () => {
  const checkout = aCheckout()
  checkout.write('broken')
  expect(await checkout.start()).toBe('')
  expect(checkout.isThere()).toBe(true)
  expect(await checkout.start()).toBe('')
  expect(checkout.builds()).toBe(2)
})
