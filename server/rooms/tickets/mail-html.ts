import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import { escapeHtml } from '#server/platform/escape-html'

/** The content of a ticket email, as plain text. */
export interface TicketMailParts {
  /** `Lagos to Abuja`, and when the bus leaves. */
  route: string
  leaves: string
  /** What the traveller must read first, such as that the booking was moved to another departure. */
  notices: readonly string[]
  facts: readonly string[]
  seats: readonly { label: string; link: string }[]
  fare: readonly { label: string; amount_kobo: number }[]
  closing: readonly string[]
}

/**
 * Renders a ticket email as HTML. Puts styles into the elements, since mail programs ignore style sheets. Escapes all
 * texts.
 */
export function renderTicketMail(parts: TicketMailParts): string {
  const { route, leaves, notices, facts, seats, fare, closing } = parts
  const lines = (texts: readonly string[], style: string) =>
    texts.map((text) => `<p style="${style}">${escapeHtml(text)}</p>`).join('')
  const last = fare.length - 1
  return [
    `<div style="padding:16px 8px;background:#f4f1ea"><div style="max-width:32rem;margin:0 auto;border-radius:12px;background:#fff;color:#1b1a17;font:16px/1.5 system-ui,sans-serif">`,
    `<p style="margin:0;padding:12px 16px;border-radius:12px 12px 0 0;background:#f9b000;font-weight:700">${product.name}</p>`,
    `<div style="padding:16px">`,
    `<h1 style="margin:0;font-size:28px;line-height:1.2">${escapeHtml(route)}</h1>`,
    lines([leaves], 'margin:0 0 16px;font-size:20px'),
    lines(notices, 'margin:0 0 16px;padding:8px 12px;border-radius:8px;background:#fff2d1'),
    lines(facts, 'margin:0 0 8px'),
    seats.map(renderSeat).join(''),
    `<table style="width:100%;margin:24px 0 16px;border-collapse:collapse">`,
    fare.map((line, at) => renderFareLine(line, at === last)).join(''),
    `</table>`,
    lines(closing, 'margin:0 0 8px;color:#5c584f;font-size:14px'),
    `</div></div></div>`,
  ].join('')
}

const renderSeat = ({ label, link }: TicketMailParts['seats'][number]) =>
  `<p style="margin:16px 0 0"><b>${escapeHtml(label)}</b><br><a href="${escapeHtml(link)}" style="display:inline-block;margin-top:4px;padding:12px 16px;border-radius:8px;background:#1b1a17;color:#fff;font-weight:700;text-decoration:none">Open this ticket</a></p>`

function renderFareLine(
  { label, amount_kobo }: TicketMailParts['fare'][number],
  isTotal: boolean,
): string {
  const cell = `padding:4px 0${isTotal ? ';border-top:1px solid #868072;font-weight:700' : ''}`
  return `<tr><td style="${cell}">${escapeHtml(label)}</td><td align="right" style="${cell}">${formatNaira(amount_kobo)}</td></tr>`
}
