import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { depositPercent } from '#contract/charters/rules'
import { airportCancellationTiers, charterCancellationTiers } from '#contract/charters/trips/rules'
import { bookingFeeKobo, formatNaira } from '#contract/money'
import { passengerDataDays, refundTiers } from '#contract/policy'
import { today } from '#lib/format'
import { sql } from '#server/db/sql'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

const searchBox = () => screen.findByRole('searchbox', { name: 'Search the answers' })
const asked = () => [...document.querySelectorAll('summary')].map((one) => one.textContent)

async function anArticle(code: string): Promise<void> {
  await sql`
    insert into article (code, title, summary, topic, paragraphs, minutes, published_at)
    values (${code}, ${`About ${code}`}, 'In short.', 'On the road',
      ${['First words.', '## Before you go', '- Water', '- Food']}::text[], 2, now() - interval '1 day')`.execute(
    world.db,
  )
}

test('an answer is found without a network, with accents and without', async () => {
  await world.open('/info-center')
  const box = await searchBox()
  world.goOffline()
  for (const text of ['Ìjókòó', 'ijokoo']) {
    await hand.clear(box)
    await hand.type(box, text)
    expect(asked()).toContain('How long is my seat held?')
    expect(screen.getByText(new RegExp(`^\\d+ answers for “${text}”$`))).toHaveProperty(
      'role',
      'status',
    )
  }
  await hand.clear(box)
  await hand.type(box, 'Has my payment landed')
  expect(asked()[0]).toBe('Has my payment landed?')
  expect(world.sent.filter((one) => one.includes('info'))).toEqual([])
})

test('a search says when nothing fits, and gives a number to call', async () => {
  await world.open('/info-center')
  await hand.type(await searchBox(), 'xylophone')
  expect(screen.getByText('No answer has “xylophone”.')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Call / })).toBeDefined()
})

test('Enter goes from the search to the first answer, and the search is in the address', async () => {
  await world.open('/info-center')
  await hand.type(await searchBox(), 'luggage{Enter}')
  expect(document.activeElement?.textContent).toBe('How much luggage can I take?')
  await waitFor(() => expect(location.search).toBe('?q=luggage'))
  await world.reload()
  expect(await searchBox()).toHaveProperty('value', 'luggage')
})

test('the address of a question opens its answer', async () => {
  await world.open('/info-center#refund-when-i-cancel')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('What is my refund when I cancel?'),
  )
  const answer = document.getElementById('refund-when-i-cancel')
  expect(answer).toHaveProperty('open', true)
})

test.each(['/info-center#refund-when-i-cancel', '/terms'])(
  '%s gives the refunds that the software gives',
  async (address) => {
    await world.open(address)
    for (const tier of refundTiers)
      expect(await screen.findAllByText(tier.sentence)).not.toHaveLength(0)
    const words = document.body.textContent
    expect(words).toContain(`${passengerDataDays} days after arrival`)
    expect(words).toContain(formatNaira(bookingFeeKobo))
  },
)

test('/terms gives what cancelling a charter or an airport transfer costs, and what a deposit is', async () => {
  await world.open('/terms')
  for (const tier of [...charterCancellationTiers, ...airportCancellationTiers])
    expect(await screen.findAllByText(tier.sentence)).not.toHaveLength(0)
  expect(screen.getByText(new RegExp(`you may pay ${depositPercent}% now`))).toBeDefined()
})

test('every link in the answers leads to a screen, every question has an address of its own', async () => {
  await world.open('/info-center')
  await searchBox()
  const ids = [...document.querySelectorAll('details')].map((one) => one.id)
  expect(new Set(ids).size).toBe(ids.length)
  const { screensByPath: known } = await import('#src/app/routes.tsx')
  const paths = [...document.querySelectorAll('main details a')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/'))
    .map((href) => href.replace(/[?#].*/, ''))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !known.has(path))).toEqual([])
})

test('the company says how it earns, and the terms have a list of their parts', async () => {
  await world.open('/about')
  expect(await screen.findByRole('heading', { name: 'How we earn' })).toBeDefined()
  expect(screen.getByText(new RegExp(formatNaira(bookingFeeKobo)))).toBeDefined()
  await world.open('/terms')
  const places = await screen.findByRole('navigation', { name: 'Contents', hidden: true })
  for (const link of within(places).getAllByRole('link', { hidden: true })) {
    const place = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    expect(place?.textContent).toBe(link.textContent)
  }
})

test('the privacy page says what is kept, for how long and who gets it, and leads to one’s own data', async () => {
  await world.open('/privacy')
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeDefined()
  const words = document.body.textContent
  expect(words).toContain(`${passengerDataDays} days after arrival`)
  expect(words).toContain('Nigeria Data Protection Act 2023')
  expect(screen.getByRole('link', { name: 'My data' }).getAttribute('href')).toBe(
    '/profile/privacy',
  )
})

test('an article that was read opens again without a network, and can be sent to somebody', async () => {
  await anArticle('night-roads')
  await anArticle('never-opened')
  await world.open('/blog')
  await hand.click(await screen.findByRole('link', { name: /About night-roads/ }))
  expect(await screen.findByRole('heading', { name: 'Before you go' })).toBeDefined()
  expect(screen.getAllByRole('listitem').some((one) => one.textContent === 'Water')).toBe(true)
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent('/blog/night-roads'),
  )
  world.goOffline()
  await world.open('/blog/night-roads')
  expect(await screen.findByText('First words.')).toBeDefined()
  await world.open('/blog/never-opened')
  expect(await screen.findByText('You are offline.')).toBeDefined()
  await world.open('/blog')
  expect(await screen.findByRole('link', { name: /About never-opened/ })).toBeDefined()
})

test('an article that does not exist says so and leads to the others', async () => {
  await world.open('/blog/no-such-article')
  expect(await screen.findByRole('heading', { name: 'This article is not here' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'All articles' })).toBeDefined()
})

const popular = () => screen.findByRole('navigation', { name: 'Popular routes' })

test('the fares on home tell their age without a network, and routes of past days lead to today', async () => {
  await aTrip(world.db)
  await world.open('/')
  await waitFor(async () =>
    expect(within(await popular()).getAllByText(/^from ₦/).length).toBeGreaterThan(0),
  )
  const count = within(await popular()).getAllByRole('link').length
  world.goOffline()
  const real = Date.now
  let later_ms = 3 * 3_600_000
  vi.spyOn(Date, 'now').mockImplementation(() => real.call(Date) + later_ms)
  await world.open('/')
  expect(
    within(await popular()).getByText(/^No network\. Saved on this phone.*3 hours ago/),
  ).toBeDefined()
  later_ms = 20 * 86_400_000
  await world.open('/')
  const links = within(await popular()).getAllByRole('link')
  expect(links).toHaveLength(count)
  expect(within(await popular()).queryByText(/^from ₦/)).toBeNull()
  for (const link of links) expect(link.getAttribute('href')).toContain(`date=${today()}`)
})

test('there is no heading over routes that never came', async () => {
  world.goOffline()
  await world.open('/')
  await screen.findByRole('heading', { name: 'Cheap fares' })
  expect(screen.queryByRole('heading', { name: 'Popular routes' })).toBeNull()
})
