import { randomUUID } from 'node:crypto'
import { askForListing, listBusinesses } from '#contract/businesses/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { supportBusiness } from '#contract/support/rules'
import { reportReview, writeReview } from '#contract/reviews/endpoints'
import { listMessages, sendMessage, startConversation } from '#contract/support/endpoints'
import { demoDeskPeople, demoFactorSecret, demoPassword } from '#demo/country/people'
import { decodeBase32, makeHotp, computeTotpStep } from '#server/platform/totp'
import { aListingInput } from '#tests/support/makers/businesses'
import { aJpeg } from '#tests/support/files/jpegs'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { makeManager } from '#tests/e2e/fixtures/database'
import { aTestPerson, aRandomText, signUpByCall, submitLoginForm } from '#tests/e2e/fixtures/people'
import { makeStuckRefunds } from './stuck-refunds.ts'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 240_000 })

test('our staff log in, show their second step, answer a traveller, take a review away, and find it in the log', async ({
  page,
  playwright,
  baseURL,
}) => {
  // A login with the same cookies would end the previous session.
  const aPhone = () => playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const [api, other] = [await aPhone(), await aPhone()]
  const { member, session } = await signUpByCall({ request: api })
  const as = (token: string) => ({
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  })
  const headers = () => as(session.token)
  const begun = await api.post(makeCallUrl(startConversation, {}), {
    headers: headers(),
    data: { business_id: supportBusiness },
  })
  const { id } = ((await begun.json()) as { data: { id: string } }).data
  const photo = (await aJpeg()).toString('base64')
  const lost = { body: 'My green bag stayed on the bus.', photo }
  await api.post(makeCallUrl(sendMessage, { id }), { headers: headers(), data: lost })
  const words = `Nobody came, ${aRandomText()}.`
  const reviewed = await api.post(makeCallUrl(writeReview, {}), {
    headers: headers(),
    data: { operator: 'harmattan-lines', rating: 1, body: words },
  })
  const review = ((await reviewed.json()) as { data: { id: string } }).data
  const { session: reader } = await signUpByCall({ request: other }, aTestPerson())
  await other.post(makeCallUrl(reportReview, { id: review.id }), {
    headers: as(reader.token),
    data: { reason: 'abuse' },
  })

  const listing = `${aRandomText()} Rooms`
  await api.post(makeCallUrl(askForListing, {}), {
    headers: headers(),
    data: aListingInput(listing),
  })

  await test.step('they log in, and show a code of their app', async () => {
    await page.goto('/desk')
    await page.getByLabel('Email or phone').fill(demoDeskPeople[1].email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const code = page.getByLabel('Code from your app, or a recovery code')
    await expect(code).toBeVisible()
    await expectAccessible(page, 'second step')
    await code.fill(makeHotp(decodeBase32(demoFactorSecret), computeTotpStep(Date.now() / 1000)))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  })

  await test.step('they answer', async () => {
    const talk = page.getByRole('link', { name: new RegExp(member.full_name) })
    await expect(talk).toBeVisible()
    await expectAccessible(page, 'inbox')
    await talk.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log')).toContainText(lost.body)
    const inbox = page.getByRole('link', { name: /^Inbox/ })
    await expect(inbox).toHaveAttribute('aria-current', 'page')
    const bag = page.getByRole('img', { name: 'Sent with this message' })
    await expect(bag).toBeVisible()
    expect(await bag.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByRole('button', { name: 'Unassign' })).toBeVisible()
    const answer = 'It is at our counter in Jibowu.'
    await page.getByLabel('Your answer').fill(answer)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('log')).toContainText(answer)
    await expectAccessible(page, 'conversation')
    const heard = await api.get(makeCallUrl(listMessages, { id }), { headers: headers() })
    expect(await heard.text()).toContain(answer)
    await page.getByRole('button', { name: 'Close conversation' }).click()
    await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  })

  await test.step('they take a review away, and say why', async () => {
    await page.getByRole('link', { name: 'Moderation' }).click()
    const reported = page.getByRole('listitem').filter({ hasText: words })
    await expect(reported).toBeVisible()
    await expectAccessible(page, 'moderation')
    await reported.getByLabel('Why').fill('It accuses somebody by name.')
    await reported.getByRole('button', { name: 'Hide' }).click()
    await expect(reported).toBeHidden()
  })

  await test.step('they take up refunds that no company finished', async () => {
    const [one, two] = await makeStuckRefunds()
    await page.getByRole('link', { name: 'Refunds' }).click()
    const refund = (said: string) => page.getByRole('listitem').filter({ hasText: said })
    await expect(refund(one)).toBeVisible()
    await expectAccessible(page, 'refunds')
    await refund(one).getByRole('button', { name: 'Try again' }).click()
    await expect(refund(one)).toBeHidden()
    await expect(page.getByText('once more. If it is refused again')).toBeVisible()
    await refund(two).getByRole('button', { name: 'Into the wallet' }).click()
    await expectAccessible(page, 'a refund into a wallet')
    await refund(two)
      .getByRole('button', { name: /^Yes, ₦10 into/ })
      .click()
    await expect(refund(two)).toBeHidden()
  })

  await test.step('they list a business that waits', async () => {
    await page.getByRole('link', { name: 'Businesses' }).click()
    const lodge = page.getByRole('listitem', { name: listing })
    await expect(lodge.getByRole('link', { name: '0803 123 4567' })).toBeVisible()
    await expectAccessible(page, 'businesses')
    await lodge.getByRole('button', { name: 'List it' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${listing} is listed.`)).toBeFocused()
    const found = await api.get(makeCallUrl(listBusinesses, { q: listing }))
    expect(await found.text()).toContain(listing)
  })

  await test.step('they see the claims that are theirs to answer', async () => {
    await page.getByRole('link', { name: 'Claims' }).click()
    const soaked = page.getByRole('main').getByText('Rain came into the boot.')
    await expect(soaked).toBeVisible()
    await expectAccessible(page, 'claims')
  })

  await test.step('the log has it', async () => {
    await page.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(page.getByText('It accuses somebody by name.')).toBeVisible()
    await expect(page.getByText('sent a refund to a wallet').first()).toBeVisible()
    await expect(page.getByText(`${listing}, listed`)).toBeVisible()
    await expectAccessible(page, 'log')
    await page.getByRole('link', { name: 'Members' }).click()
    await expect(page.getByText(demoDeskPeople[1].email)).toBeVisible()
    await expectAccessible(page, 'members')
  })
  for (const phone of [api, other]) await phone.dispose()
})

test('a manager sets up a second step, and pays a part of a claim after a second look, by the keyboard', async ({
  page,
}) => {
  const { member } = await signUpByCall(page.context())
  await makeManager(member.email, demoDeskPeople[0].operator)
  await page.goto('/desk/claims')
  await submitLoginForm(page, member.email)
  const claim = page.getByRole('listitem').filter({ hasText: 'The tape was cut' })
  await claim.getByRole('button', { name: 'Answer' }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'claim without a second step')
  await claim.getByRole('link', { name: 'Set up login codes' }).focus()
  await page.keyboard.press('Enter')
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  const step = computeTotpStep(Date.now() / 1000)
  await page.getByLabel('Code', { exact: true }).fill(makeHotp(decodeBase32(secret), step))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Write these down' })).toBeVisible()
  await expectAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have written them down' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login codes are set up.')).toBeVisible()
  await page.getByRole('link', { name: 'Claims' }).focus()
  await page.keyboard.press('Enter')
  await claim.getByRole('button', { name: 'Answer' }).focus()
  await page.keyboard.press('Enter')
  await claim.getByRole('radio', { name: 'Pay' }).focus()
  await page.keyboard.press('Space')
  await claim.getByLabel('How much, in naira?').fill('5000')
  await claim.getByLabel('Why').fill('One bag was gone when we looked.')
  await expectAccessible(page, 'answer to a claim')
  await claim.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(claim.getByRole('group', { name: /Pay ₦5,000 .* at your cost/ })).toBeFocused()
  await expectAccessible(page, 'second look')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '₦5,000 for' })).toBeFocused()
  await expect(page.getByText('No claims are waiting.')).toBeVisible()
  await page.getByLabel('Show').selectOption({ label: 'Answered' })
  await expect(page.getByText('One bag was gone when we looked.')).toBeVisible()
})
