import { openBoughtTicket } from '#tests/e2e/fixtures/purchases'
import { expectLargeTextFits } from '#tests/e2e/fixtures/layout'
import { expect, test } from '#tests/e2e/fixtures/world'

test('a link to follow a trip opens on a phone without script, and ends', async ({
  phone,
  aPhone,
}) => {
  const { reference } = await openBoughtTicket(phone.page)
  await phone.page.goto(`/ticket/${reference}/share`)
  await phone.page.getByRole('button', { name: 'Make a link' }).click()
  const link = phone.page.getByRole('link', { name: 'See what they see' })
  const address = await link.getAttribute('href')
  expect(address).toMatch(/\/s\/[0-9A-Z]{26}$/)

  const home = await aPhone({ javaScriptEnabled: false })
  const answer = await home.page.goto(address ?? '')
  expect((await answer?.body())?.byteLength).toBeLessThan(15_000)
  expect(answer?.headers()).toMatchObject({ refresh: '120', 'referrer-policy': 'no-referrer' })
  await expect(home.page.getByRole('heading', { level: 1 })).toContainText(' to ')
  await expect(home.page.getByText('Last update')).toBeVisible()
  await expectLargeTextFits(home.page, 'shared trip')
  await expect(home.page.getByText('Operator', { exact: true })).toBeVisible()

  await phone.page.getByRole('button', { name: 'End this link' }).click()
  await phone.page.getByRole('button', { name: 'Yes, end it' }).click()
  await expect(link).toBeHidden()
  await home.page.goto(address ?? '')
  await expect(home.page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
})
