import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { productLinks, product } from '#contract/product'
import { aWallet, fillWallet } from '#tests/support/makers/wallets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server } = world

const main = () => screen.findByRole('navigation', { name: 'Main' })
const link = async (name: string | RegExp) => within(await main()).findByRole('link', { name })
const asked = (path: string) => world.sent.filter((line) => line.includes(path)).length

test.for([
  ['Operators', '/brands'],
  ['Businesses', '/businesses'],
  ['Info Center', '/info-center'],
  ['Reviews', '/reviews'],
  ['Blog', '/blog'],
  ['My trips', '/profile/trip'],
  ['Log in', '/login'],
  [`Join ${product.name}`, '/signup'],
])('somebody who is logged out finds %s', async ([name = '', path]) => {
  await world.open('/')
  expect((await link(name)).getAttribute('href')).toBe(path)
  expect(within(await main()).queryByRole('link', { name: 'Profile' })).toBeNull()
  expect(asked('/wallet/balance')).toBe(0)
})

test('somebody who is logged in finds their wallet with what is in it, and their profile', async () => {
  world.enter(await aWallet(server, 1_250_000))
  await world.open('/')
  expect((await link('Wallet ₦12,500')).getAttribute('href')).toBe('/profile/wallet')
  expect((await link('Profile')).getAttribute('href')).toBe('/profile')
  expect(within(await main()).queryByRole('link', { name: 'Log in' })).toBeNull()
})

test('the balance in the navigation follows what happens to the wallet, and is kept without a network', async () => {
  const owner = await aWallet(server, 1_250_000)
  world.enter(owner)
  await world.open('/')
  await link('Wallet ₦12,500')
  await fillWallet(db, owner.user.id, 50_000)
  const [{ queryClient }, { refetchBalances }] = await Promise.all([
    import('#src/app/query-client.ts'),
    import('#lib/room'),
  ])
  refetchBalances(queryClient)
  await link('Wallet ₦13,000')
  world.goOffline()
  await world.reload()
  await link('Wallet ₦13,000')
})

test('without a token nobody asks for a balance, also for somebody the phone still knows', async () => {
  world.enter(await aWallet(server, 1_250_000))
  localStorage.removeItem('token')
  await world.open('/')
  await link('Wallet')
  expect(asked('/wallet/balance')).toBe(0)
})

test('the logo clears what was chosen in this session, not what is kept of a parcel, and goes home', async () => {
  await world.open('/blog')
  for (const name of ['current parcel choice', 'current booking', 'current location choice'])
    sessionStorage.setItem(name, '{}')
  localStorage.setItem('current parcel data', '{"weight":2}')
  localStorage.setItem('current parcel booking', '{"id":1}')
  await hand.click(await screen.findByRole('link', { name: product.name }))
  await screen.findByRole('heading', { name: 'Where are you going?' })
  expect(location.pathname).toBe('/')
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage.getItem('current parcel data')).toBe('{"weight":2}')
  expect(localStorage.getItem('current parcel booking')).toBe('{"id":1}')
})

test('the menu opens, and closes by Escape, by its button, and when one goes somewhere', async () => {
  await world.open('/')
  const menu = await screen.findByRole('button', { name: 'Menu' })
  const isOpen = () => menu.getAttribute('aria-expanded') === 'true'
  await hand.click(menu)
  expect(isOpen()).toBe(true)
  await hand.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(menu)
  await hand.click(menu)
  await hand.click(menu)
  expect(isOpen()).toBe(false)
  expect(screen.queryByRole('navigation', { name: 'More' })).toBeNull()
  await hand.click(menu)
  const more = within(screen.getByRole('navigation', { name: 'More' })).getAllByRole('link')
  expect(more.map((one) => one.textContent)).toEqual([
    'Send a parcel',
    'Track a parcel',
    'Motor parks',
    'Routes',
    'Airport',
    'Fuel prices',
    'NYSC',
    'Community',
  ])
  await hand.click(await link('Blog'))
  await waitFor(() => expect(location.pathname).toBe('/blog'))
  await waitFor(() => expect(isOpen()).toBe(false))
})

test.for(['/send-parcel', '/login', '/signup'])('there is no navigation on %s', async (path) => {
  await world.open(path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

const footer = () => screen.queryByRole('contentinfo')

test('the footer has the ways of the specification; those that leave open a new tab', async () => {
  await world.open('/')
  const foot = within(await screen.findByRole('contentinfo'))
  for (const name of ['Get Involved', 'Explore', 'Our Company', 'Contact us', 'Travel with ease'])
    foot.getByRole('heading', { name })
  const inside = {
    'Become an Insider': '/signup',
    'Read Customer Reviews': '/reviews',
    'Browse our Operators': '/brands',
    'NYSC Community': '/nysc',
    'Track Fuel Prices': '/fuel-price',
    'Browse our Businesses': '/businesses',
    'Our Community': '/community',
    'About our Company': '/about',
    'Terms & conditions': '/terms',
    [product.email]: `mailto:${product.email}`,
    [product.phone.national]: `tel:${product.phone.e164}`,
    [product.phone.international]: `tel:${product.phone.e164}`,
  }
  for (const [name, path] of Object.entries(inside))
    expect(foot.getByRole('link', { name }).getAttribute('href')).toBe(path)
  const out = foot.getAllByRole('link').filter((one) => one.getAttribute('target') === '_blank')
  expect(new Set(out.map((one) => one.getAttribute('href')))).toEqual(
    new Set(Object.values(productLinks)),
  )
  foot.getByText('Made with love in Nigeria')
})

test.for([
  '/login',
  '/signup',
  '/forgotten-password',
  '/profile/trip',
  '/bookride/details',
  '/bookride/passenger-details',
  '/bookride/pay',
  '/thanks-for-booking',
  '/charter-marketplace',
  '/charter-marketplace/browse_charter/12',
  '/charter-request/success',
  '/send-parcel',
  '/request-parcel/proceed',
  '/customizeparcel',
  '/waybill/summary',
  '/write-a-review',
  '/ride-board/motor-park/jibowu/write-a-review',
  '/invoice-checkout',
  '/invoice-checkout/success',
  '/ticket/ABC',
  '/verify',
])('a flow keeps to the matter: no footer on %s', async (path) => {
  await world.open(path)
  await screen.findByRole('button', { name: 'Accept' })
  expect(footer()).toBeNull()
})

test('an address that leads nowhere has ways out', async () => {
  await world.open('/no-such-page')
  await screen.findByRole('heading', { name: 'Page not found' })
  const ways = within(screen.getByRole('main')).getAllByRole('link')
  expect(ways.map((one) => one.getAttribute('href'))).toEqual([
    '/',
    '/profile/trip',
    `tel:${product.phone.e164}`,
  ])
  expect(screen.getByRole('main').querySelector('svg[viewBox="0 0 96 64"]')).not.toBeNull()
})

test('a screen that follows another one fades in once, the first one not at all', async () => {
  await world.open('/no-such-page')
  await screen.findByRole('heading', { name: 'Page not found' })
  const main = screen.getByRole('main')
  expect(main.hasAttribute('data-arriving')).toBe(false)
  await hand.click(await screen.findByRole('link', { name: product.name }))
  await waitFor(() => expect(main.hasAttribute('data-arriving')).toBe(true))
  // React listens for the prefixed event, since jsdom has no `AnimationEvent`.
  fireEvent(main, new Event('webkitAnimationEnd', { bubbles: true }))
  expect(main.hasAttribute('data-arriving')).toBe(false)
})

test.for([
  ['Accept', 'yes'],
  ['Reject', 'no'],
])(
  'the question about cookies: %s keeps consent=%s for a year and is asked once',
  async ([button = '', consent]) => {
    const set = vi.spyOn(Document.prototype, 'cookie', 'set')
    await world.open('/')
    await hand.click(await screen.findByRole('button', { name: button }))
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    const [written = ''] = set.mock.calls.at(-1) ?? []
    expect(written).toMatch(new RegExp(`^consent=${consent};`))
    expect(written).toMatch(/; path=\/;/i)
    expect(written).toMatch(/samesite=strict/i)
    const expires = Date.parse(/expires=([^;]+)/.exec(written)?.[1] ?? '')
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(365)
    await world.reload()
    await screen.findByRole('button', { name: 'Premium support' })
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
  },
)

test('each screen names its document; what is said of it is its own or the product’s', async () => {
  const meta = document.head.appendChild(document.createElement('meta'))
  Object.assign(meta, { name: 'description', content: 'Compare buses.' })
  await world.open('/no-such-page')
  await screen.findByRole('heading', { name: 'Page not found' })
  await waitFor(() => expect(document.title).toBe(`Page not found – ${product.name}`))
  expect(meta.content).toBe('The address may be old or misspelt.')
  await hand.click(await screen.findByRole('link', { name: product.name }))
  await waitFor(() => expect(meta.content).toBe('Compare buses.'))
  meta.remove()
})
