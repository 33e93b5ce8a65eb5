import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { product } from '#contract/product'
import { bannerFreshness_ms, bannerRotation_ms } from '#contract/notifications/rules'
import { sql } from '#server/db/sql'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db } = world

const asked = (path: string) => world.sent.filter((line) => line.includes(path)).length
const banners = () =>
  sql`insert into banner (position, content, url, url_text) values
    (1, 'Refunds come by themselves.', '/blog', 'How'),
    (2, 'We look for drivers.', 'https://careers.example/', 'Apply'),
    (3, 'Be early.', null, null)`.execute(db)
const turn = (times = 1) => act(() => vi.advanceTimersByTimeAsync(times * bannerRotation_ms))

beforeEach(async () => {
  await sql`delete from banner`.execute(db)
})

test('the strip turns every five seconds and begins again; ways inside stay, others open a new tab', async () => {
  await banners()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await world.open('/')
  await screen.findByText(/Refunds come by themselves/)
  const how = screen.getByRole('link', { name: 'How' })
  expect([how.getAttribute('href'), how.getAttribute('target')]).toEqual(['/blog', null])
  await turn()
  const apply = screen.getByRole('link', { name: 'Apply' })
  expect(apply.getAttribute('href')).toBe('https://careers.example/')
  expect(apply.getAttribute('target')).toBe('_blank')
  await turn()
  screen.getByText('Be early.')
  await turn()
  screen.getByText(/Refunds come by themselves/)
})

test('a banner of several sentences keeps its whole text, with the link after it', async () => {
  await sql`insert into banner (position, content, url, url_text)
    values (1, 'Cancelled? Money back. You do nothing.', '/blog', 'How')`.execute(db)
  await world.open('/')
  const words = (await screen.findByText('Money back.')).closest('p')
  expect(words?.textContent).toMatch(/^Cancelled\? Money back. You do nothing.\s+How$/)
})

test('the strip stands still under the mouse and the keyboard, and can be turned by hand', async () => {
  await banners()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await world.open('/')
  const strip = await screen.findByText(/Refunds come by themselves/)
  fireEvent.pointerEnter(strip)
  await turn(2)
  screen.getByText(/Refunds come by themselves/)
  fireEvent.pointerLeave(strip)
  act(() => screen.getByRole('link', { name: 'How' }).focus())
  await turn(2)
  screen.getByText(/Refunds come by themselves/)
  fireEvent.click(screen.getByRole('button', { name: /Next notice/ }))
  screen.getByText(/We look for drivers/)
})

test('no banner turns in a step of a purchase, where the strip says whom to call', async () => {
  await banners()
  await world.open('/')
  await screen.findByText(/Refunds come by themselves/)
  const strip = () => screen.getByRole('region', { name: 'Notices' })
  for (const path of ['/bookride/pay', '/send-parcel', '/profile/wallet/add', '/charter-request']) {
    await world.open(path)
    await waitFor(() => expect([path, strip().textContent]).toEqual([path, callUs]))
  }
  await world.open('/charter-marketplace')
  await screen.findByText(/Refunds come by themselves/)
})

const callUs = `Questions? Call ${product.phone.national}`

test('banners are asked for again every five minutes while somebody looks', async () => {
  await banners()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await world.open('/')
  await screen.findByText(/Refunds come by themselves/)
  expect(asked('/banners')).toBe(1)
  await sql`update banner set content = 'The road is free again.' where position = 1`.execute(db)
  await act(() => vi.advanceTimersByTimeAsync(bannerFreshness_ms))
  await waitFor(() => expect(asked('/banners')).toBe(2))
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await act(() => vi.advanceTimersByTimeAsync(3 * bannerFreshness_ms))
  expect(asked('/banners')).toBe(2)
  seen.mockRestore()
})

test('without a network the strip shows what it showed before; on a new phone, how to get help', async () => {
  await banners()
  await world.open('/')
  await screen.findByText(/Refunds come by themselves/)
  world.goOffline()
  await world.reload()
  await screen.findByText(/Refunds come by themselves/)
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  await screen.findByText('Help by phone:')
})
