import { randomUUID } from 'node:crypto'
import { makeCallUrl } from '#contract/endpoint'
import { product } from '#contract/product'
import { writeReview } from '#contract/reviews/endpoints'
import { listMessages, sendMessage, startConversation } from '#contract/support/endpoints'
import { demoDeskPeople, demoPassword } from '#demo/country/people'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { aRandomText, signUpByCall } from '#tests/e2e/fixtures/people'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 240_000 })

const [{ email, operator }] = demoDeskPeople

test('an owner answers a review, keeps an answer ready, uses it, and hands a conversation over', async ({
  page,
  playwright,
  baseURL,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { member, session } = await signUpByCall({ request: api })
  const headers = () => ({
    authorization: `Bearer ${session.token}`,
    'idempotency-key': randomUUID(),
  })
  const words = `The driver was calm, ${aRandomText()}.`
  const reviewed = { operator, rating: 4, body: words, scores: { driving: 5 } }
  await api.post(makeCallUrl(writeReview, {}), { headers: headers(), data: reviewed })
  const begun = await api.post(makeCallUrl(startConversation, {}), {
    headers: headers(),
    data: { business_id: operator },
  })
  const { id } = ((await begun.json()) as { data: { id: string } }).data
  const asked = { body: 'May I bring a goat?' }
  await api.post(makeCallUrl(sendMessage, { id }), { headers: headers(), data: asked })

  await test.step('they log in', async () => {
    await page.goto('/desk/reviews')
    await page.getByLabel('Email or phone').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
  })

  await test.step('they answer a review; what they began outlives a reload', async () => {
    const review = page.getByRole('listitem').filter({ hasText: words })
    await expect(review).toContainText('Driving 5')
    await expectAccessible(page, 'reviews')
    await review.getByRole('button', { name: /^Answer / }).click()
    const box = review.getByLabel(/^Your answer/)
    await expect(box).toBeFocused()
    const answer = 'Thank you. We told him.'
    await box.fill(answer)
    await page.reload()
    await expect(box).toHaveValue(answer)
    await expectAccessible(page, 'a review being answered')
    await review.getByRole('button', { name: 'Send answer' }).click()
    await expect(review.getByText('Your answer', { exact: true })).toBeVisible()
    await expect(review).toContainText(answer)
    await page.getByLabel('Show').selectOption('Answered')
    await expect(review).toBeVisible()
  })

  const title = `Animals ${aRandomText()}`
  const ready = page.getByRole('listitem').filter({ hasText: title })
  await test.step('they keep an answer ready, and change it', async () => {
    await page.getByRole('link', { name: 'Ready answers' }).click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Text').fill('No animals.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(ready).toContainText('No animals.')
    await expect(page.getByLabel('Title')).toHaveValue('')
    await ready.getByRole('button', { name: 'Change' }).click()
    const changing = page.getByRole('listitem', { name: title })
    await changing.getByLabel('Text').fill('Animals travel in a cage.')
    await expectAccessible(page, 'ready answers')
    await changing.getByRole('button', { name: 'Save' }).click()
    await expect(ready).toContainText('Animals travel in a cage.')
  })

  await test.step('they use it, and hand the conversation over', async () => {
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('link', { name: new RegExp(member.full_name) }).click()
    await page.getByLabel('Ready answers').selectOption(title)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('log')).toContainText('Animals travel in a cage.')
    await page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand over this conversation' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'handing over')
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText(/^Handed over to/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the inbox' }).click()
    await expect(page.getByRole('link', { name: new RegExp(member.full_name) })).toBeHidden()
    const heard = await api.get(makeCallUrl(listMessages, { id }), { headers: headers() })
    expect(await heard.text()).toContain(`handed over to ${product.name}`)
  })

  await test.step('they look at the day, a bus, and what cancelling it needs', async () => {
    await page.getByRole('link', { name: 'Departures', exact: true }).click()
    const buses = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(buses.first()).toBeVisible()
    await expectAccessible(page, 'departures')
    await buses.first().click()
    await expect(page.getByRole('heading', { name: 'Travellers', exact: true })).toBeVisible()
    await expectAccessible(page, 'departure')
    await page.getByRole('button', { name: 'Cancel this departure' }).click()
    await page.getByRole('link', { name: 'Set up login codes' }).click()
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expectAccessible(page, 'login codes')
  })

  await test.step('they remove the answer, and the log has it all', async () => {
    await page.getByRole('link', { name: 'Ready answers' }).click()
    await ready.getByRole('button', { name: 'Remove' }).click()
    await ready.getByRole('button', { name: 'Yes, remove it' }).click()
    await expect(ready).toBeHidden()
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    for (const act of ['answered a review', 'handed a conversation over', 'removed a ready answer'])
      await expect(page.getByText(act).first()).toBeVisible()
    await expectAccessible(page, 'log')
  })
  await api.dispose()
})
