import {
  measureBookingBytes,
  sumBytes,
  type WireAnswer,
  measureLaunchBytes,
} from '#tests/e2e/fixtures/wire'
import { expect, test } from '#tests/e2e/fixtures/world'

const told = (crossings: readonly WireAnswer[]) =>
  crossings.map(({ url, bytes }) => `${bytes} ${url.pathname}`).join('\n')

test('the first search → booked ticket fetches at most 150 kB, every screen included', async ({
  phone,
}) => {
  const { ours } = await measureBookingBytes(phone.context, phone.page, { is_first: true })
  console.log(`a first booking cost ${sumBytes(ours)} bytes`)
  expect(sumBytes(ours), told(ours)).toBeLessThanOrEqual(150_000)
  expect(told(ours), 'the screens were counted').toContain('/assets/passengers.screen-')
})

test('every further search → booked ticket fetches at most 35 kB', async ({ phone }) => {
  const { ours } = await measureBookingBytes(phone.context, phone.page)
  console.log(`a further booking cost ${sumBytes(ours)} bytes`)
  expect(sumBytes(ours), told(ours)).toBeLessThanOrEqual(35_000)
  expect(told(ours), 'the bookings were counted').toContain('/bookings')
})

test('a repeat launch fetches at most 1 kB of the app, and 6 kB with data', async ({ phone }) => {
  const crossings = await measureLaunchBytes(phone.context, phone.page)
  const files = crossings.filter(({ url }) => !url.pathname.startsWith('/api/'))
  console.log(`a repeat launch cost ${sumBytes(files)} and ${sumBytes(crossings)} bytes`)
  expect(sumBytes(files), told(files)).toBeLessThanOrEqual(1000)
  expect(sumBytes(crossings), told(crossings)).toBeLessThanOrEqual(6000)
})
