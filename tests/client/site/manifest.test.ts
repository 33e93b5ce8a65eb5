import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

interface Manifest {
  display: string
  display_override: string[]
  launch_handler: { client_mode: string[] }
  start_url: string
  icons: { src: string }[]
  screenshots: { src: string }[]
  shortcuts: { name: string; url: string; icons: { src: string }[] }[]
  share_target: { action: string; method: string; params: Record<string, string> }
}
const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest

test('the home screen has shortcuts for search, tickets and tracking', async () => {
  await registerAllRooms()
  const { findRoute } = await import('#src/app/find-route.ts')
  const { shortcuts, share_target, start_url } = manifest
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Search buses', '/'],
    ['My tickets', '/profile/trip'],
    ['Track a parcel', '/track-parcel'],
    ['Check a ticket', '/verify'],
  ])
  for (const path of [start_url, share_target.action, ...shortcuts.map(({ url }) => url)])
    expect([path, findRoute(path).path]).toEqual([path, path])
})

test('the installed app opens in its own window, and a shortcut in the window that is open', () => {
  const { display, display_override, launch_handler } = manifest
  expect([display, display_override]).toEqual(['standalone', ['standalone', 'minimal-ui']])
  expect(launch_handler.client_mode).toEqual(['focus-existing', 'auto'])
})

test('a shared message opens the tracking page, which reads every part of it', () => {
  const { action, method, params } = manifest.share_target
  expect([action, method]).toEqual(['/track-parcel', 'GET'])
  expect(params).toEqual({ title: 'title', text: 'id', url: 'link' })
})

test('every picture that the manifest names exists', () => {
  const { icons, screenshots, shortcuts } = manifest
  const pictures = [icons, screenshots, ...shortcuts.map((one) => one.icons)].flat()
  for (const { src } of pictures) expect([src, existsSync(`public${src}`)]).toEqual([src, true])
})
