import { operators } from '#demo/country/operators'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { demoPassword, demoPeople } from '#demo/country/people'
import { definePage, type PageBinding } from '#server/http/pages'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'

/** The page `/sandbox`: how to try the demo, with its accounts and operators' keys. */
export const sandboxStartPages: readonly PageBinding[] = [
  definePage('GET', '/sandbox', () => ({
    html: renderPlainPage(
      'Sandbox',
      `<p class="flag">Demo – nothing here is real</p><h1>Sandbox</h1>
      <ul><li><a href="/sandbox/mail">Mail</a></li><li><a href="/sandbox/sms">SMS</a></li><li><a href="/sandbox/bank">The bank, for transfers and USSD</a></li><li><a href="/sandbox/parcels">The parcel counter</a></li><li><a href="/sandbox/charters">Operators who charter vehicles</a></li><li><a href="/api/docs">API</a></li></ul>
      <h2>Accounts</h2><p>Password: <b>${escapeHtml(demoPassword)}</b></p>
      <ul>${demoPeople.map(({ email }) => `<li>${escapeHtml(email)}</li>`).join('')}</ul>
      <h2>Operators’ keys</h2><p>For <a href="/verify">checking tickets</a> and the operators’ calls.</p>
      ${operators.map(({ code, name }) => `<article><b>${escapeHtml(name)}</b><pre>${makeDemoOperatorKey(code)}</pre></article>`).join('')}`,
    ),
  })),
]
