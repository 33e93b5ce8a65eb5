import { readFile } from 'node:fs/promises'
import { expectLargeTextFits } from '#tests/e2e/fixtures/layout'
import { verifyTicket, scanQr, fetchTicketKeys } from '#tests/e2e/fixtures/qr'
import { buyTwoSeats } from '#tests/e2e/fixtures/purchases'
import { ada, dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const maxBytes = 15_000

test('a shared ticket opens in under 15 kB without script and is cancelled with its booking', async ({
  phone,
  aPhone,
}) => {
  const reference = await buyTwoSeats(phone.page, { people: [ada], day: dayAhead(13) })
  const words = await phone.page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const link = /https?:\/\/\S+\/t\/\w+/.exec(decodeURIComponent(words ?? ''))?.[0] ?? ''

  const other = await aPhone({ javaScriptEnabled: false })
  const answer = await other.page.goto(link)
  const html = (await answer?.body()) ?? Buffer.alloc(0)
  expect(html.length).toBeGreaterThan(1000)
  expect(html.length).toBeLessThan(maxBytes)
  expect(html.toString()).not.toContain('<script')
  await expect(other.page.getByText(ada.full_name)).toBeVisible()
  await expectLargeTextFits(other.page, 'shared ticket')
  const reader = await aPhone()
  await reader.page.goto(link)
  const code = await scanQr(reader.page.getByRole('img', { name: 'Ticket code' }))
  const keys = await fetchTicketKeys(reader.context.request)
  expect(verifyTicket(code.text, keys).name).toBe('A OKONKWO')

  await phone.page.goto(`/profile/trip?booking=${reference}`)
  await phone.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await phone.page.getByRole('button', { name: /^Cancel and get/ }).click()
  await expect(phone.page.getByText('Cancelled', { exact: true })).toBeVisible()
  await other.page.reload()
  await expect(other.page.getByRole('alert')).toContainText('This ticket is cancelled.')
})

test('a ticket comes as PDF, into the calendar, by mail and by SMS', async ({ page }) => {
  const reference = await buyTwoSeats(page, { people: [ada], day: dayAhead(13) })

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Calendar' }).click(),
  ])
  expect(calendar.suggestedFilename()).toMatch(/\.ics$/)
  const event = await readFile(await calendar.path(), 'utf8')
  expect(event).toContain('BEGIN:VEVENT')
  expect(event).toContain(reference)

  const sent = async (kind: 'mail' | 'sms') =>
    (await page.context().request.get(`/sandbox/${kind}.json`)).text()
  await expect.poll(() => sent('mail')).toContain(reference)
  await expect.poll(() => sent('sms')).toContain(reference)
})

test('the code fills the screen with one tap and is read from there', async ({ page }) => {
  await buyTwoSeats(page, { people: [ada], day: dayAhead(13) })
  await page.getByRole('button', { name: /^Show the code of seat/ }).click()
  const code = page.getByRole('dialog').getByRole('img', { name: /^Ticket code of/ })
  const { text } = await scanQr(code)
  expect(verifyTicket(text, await fetchTicketKeys(page.context().request)).issue).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
