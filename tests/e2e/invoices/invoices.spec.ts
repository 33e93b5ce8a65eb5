import { randomUUID } from 'node:crypto'
import type { Invoice } from '#contract/invoices/model'
import { demoPeople } from '#demo/country/people'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { approvePayment, dayAhead, goToCheckout } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 90_000 })

test('an operator’s bill opens by its link, is paid in two parts without a login, and has its receipt', async ({
  phone,
}) => {
  const { page } = phone
  const answer = await page.request.post('/api/v1/waka/operator/invoices', {
    headers: {
      authorization: `Bearer ${makeDemoOperatorKey('harmattan-lines')}`,
      'idempotency-key': randomUUID(),
    },
    data: {
      title: 'Choir bus to Epe',
      customer: { name: 'Ada Okafor', email: demoPeople[0].email },
      lines: [{ label: 'Hiace, a day', quantity: 1, unit_kobo: 4_000_000, vat: 'standard' }],
      due_on: dayAhead(5),
      parts: [
        { amount_kobo: 1_300_000, due_on: dayAhead(1) },
        { amount_kobo: 3_000_000, due_on: dayAhead(5) },
      ],
    },
  })
  const { data } = (await answer.json()) as { data: Invoice }
  await page.goto(`/invoice-checkout?reference=${data.reference}`)
  await expect(page.getByText(/^Part 1 of 2, pay by /)).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
  await expectAccessible(page, 'an invoice')
  await goToCheckout(page, 'Paystack', 'Card')
  await approvePayment(page, 'Card')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This part is paid. Thank you.')
  await page.getByRole('link', { name: 'Pay the next part, ₦30,000' }).click()
  await goToCheckout(page, 'Flutterwave', 'Bank transfer')
  await approvePayment(page, 'Bank transfer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Thank you.')
  await expect(page).toHaveURL(/\/invoice-checkout\/success\?reference=/)
  await expectAccessible(page, 'a receipt')
  const now = await callApi<Invoice>(page.request, 'GET', `/invoices/${data.reference}`)
  expect(now).toMatchObject({ state: 'paid', paid_kobo: 4_300_000, next_part: null })
})
