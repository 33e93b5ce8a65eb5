import { bookOverTheWire, bytesOf } from './support/wire.ts'
import { expect, test } from './support/world.ts'

test('from a search to the ticket an installed app fetches at most 60 kB', async ({ phone }) => {
  const { ours } = await bookOverTheWire(phone.context, phone.page)
  const answers = ours.map(({ url, bytes }) => `${bytes} ${url.pathname}`)
  expect(bytesOf(ours), answers.join('\n')).toBeLessThanOrEqual(60_000)
  expect(answers.join('\n'), 'the bookings were counted').toContain('/bookings')
})
