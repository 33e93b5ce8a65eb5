import { aRandomText, logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

test('a community post written offline waits, survives a restart of the phone, and arrives once', async ({
  phone,
}) => {
  await logInNewPerson(phone.page)
  const words = `The road is free. ${aRandomText()}`
  await phone.page.goto('/community/city-lagos')
  await phone.page.getByLabel('Name in the community').fill(`Rider ${aRandomText()}`)
  await phone.page.getByRole('button', { name: 'Use this name' }).click()
  await phone.page.getByRole('button', { name: 'Join the group' }).click({ timeout: 20_000 })
  await expect(phone.page.getByText('Is the toilet at Jibowu open at night?')).toBeVisible()
  await expect(phone.page.getByLabel('What do you want to say or ask?')).toBeVisible()
  await waitUntilInstalled(phone.page)

  await phone.reopen({ cut: true })
  await phone.page.goto('/community/city-lagos')
  await expect(phone.page.getByText('Is the toilet at Jibowu open at night?')).toBeVisible()
  await expect(phone.page.getByText(/as of/).first()).toBeVisible()
  await phone.page.getByLabel('What do you want to say or ask?').fill(words)
  await phone.page.getByRole('button', { name: 'Send the post' }).click()
  const waiting = () => phone.page.getByRole('list', { name: /not sent yet/ })
  await expect(waiting()).toContainText(words)

  await phone.reopen()
  await phone.page.goto('/community/city-lagos')
  await expect(phone.page.getByRole('list', { name: 'Posts' })).toContainText(words)
  await expect(waiting()).toBeHidden()
  const answer = await phone.page.request.get(
    '/api/v1/waka/community/groups/city-lagos/posts?per_page=100',
  )
  const { data } = (await answer.json()) as { data: { body: string }[] }
  expect(data.filter(({ body }) => body === words)).toHaveLength(1)
})
