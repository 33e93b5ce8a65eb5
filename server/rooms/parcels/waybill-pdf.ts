import { describeCover, describeDeclaredValue } from '#contract/parcels/goods'
import { formatKilos, formatCount } from '#contract/quantities'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { getWaybillPdf as getWaybillPdfEndpoint } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { product } from '#contract/product'
import { countFreeStorageDays, storageFeesKobo } from '#contract/parcels/rules'
import type { Context } from '#server/context'
import { formatLocalTime } from '#server/platform/local-time'
import { formatPhone } from '#contract/phone'
import {
  a4,
  drawTearLine,
  drawPdf,
  drawBarcode,
  drawQr,
  drawField,
  grey,
  ink,
  type Pdf,
  writeText,
  writeLargeText,
  writeFittedText,
  yellow,
} from '#server/platform/pdf'
import { getParcel } from './service.ts'

/**
 * Returns the waybill of the caller's parcel as a PDF. Throws `not_found`, and `waybill_not_ready` before it is paid.
 */
export async function getWaybillPdf(ctx: Context, input: Input<typeof getWaybillPdfEndpoint>) {
  const parcel = await getParcel(ctx, input)
  if (parcel.waybill === null) throw makeRefusal('waybill_not_ready')
  return {
    body: await waybillPdf(parcel, parcel.waybill),
    file_name: `waybill-${parcel.waybill}.pdf`,
  }
}

const [width, height] = a4
const half = height / 2
const left = 28
const inner = width - 2 * left
/** The left edge and the width of the bar code and the QR code, in points. */
const codes = { x: 385, wide: width - left - 385 }
const column = 172

/** Draws an A4 page to cut in two: a label for the parcel, and a copy for its sender. It has no PIN. */
function waybillPdf(parcel: Parcel, waybill: string): Promise<Buffer> {
  return drawPdf(a4, `${product.name} waybill ${waybill}`, (pdf) => {
    pdf.addPage()
    drawSlip(pdf, 0, parcel, waybill, 'Stick this on the parcel')
    drawTearLine(pdf, half)
    drawSlip(pdf, half + 12, parcel, waybill, 'For the sender')
  })
}

function drawSlip(pdf: Pdf, top: number, parcel: Parcel, waybill: string, title: string): void {
  pdf.rect(0, top, width, 30).fill(yellow)
  pdf
    .rect(0, top + 30, width, 1.5)
    .rect(0, top + 34, width, 1.5)
    .fill(ink)
  writeText(pdf, product.name, left, top + 8, { size: 15, bold: true })
  writeText(pdf, title, left, top + 10, { align: 'right', bold: true })
  drawRoute(pdf, top + 46, parcel)
  drawCodes(pdf, top + 50, parcel, waybill)
  drawPeople(pdf, top + 144, parcel)
  drawGoods(pdf, top + 254, parcel)
  drawPrice(pdf, top + 330, parcel)
  writeText(pdf, describeStorage(parcel), left, top + 384, { size: 7, color: grey })
  const asked = `${product.name}, ${product.email}, ${product.phone.national}`
  writeText(pdf, asked, left, top + 396, { size: 7, color: grey })
}

/** Draws the route in letters that can be read across a counter. */
function drawRoute(pdf: Pdf, y: number, { route, planned, carrier }: Parcel): void {
  const wide = codes.x - left - 20
  writeFittedText(pdf, `${route.from_city} to`, left, y, { most: 14, wide, high: 17 })
  writeLargeText(pdf, route.to_city.toUpperCase(), left, y + 18, { wide, most: 40 })
  const leaves = formatLocalTime(planned.departs_at, planned.zone)
  const by = formatLocalTime(planned.hand_in_by, planned.zone)
  drawField(pdf, 'Planned bus', `${leaves.date}, ${leaves.time}`, left, y + 68, column)
  drawField(pdf, 'Hand in by', `${by.date}, ${by.time}`, left + column, y + 68, column - 10)
  drawField(pdf, 'Carrier', phoneAfter(carrier), left, y + 98, column - 10)
}

function drawCodes(pdf: Pdf, y: number, { tracking }: Parcel, waybill: string): void {
  const { x, wide } = codes
  drawBarcode(pdf, waybill, x, y, { wide, high: 46 })
  writeLargeText(pdf, waybill, x, y + 52, { wide, most: 30 })
  drawQr(pdf, tracking.link, x, y + 88, 84)
  writeText(pdf, 'Scan it to see where it is.', x + 94, y + 88, {
    size: 8,
    color: grey,
    wide: wide - 94,
    lines: 3,
  })
  writeText(pdf, tracking.link.replace(/^https?:\/\//, ''), x, y + 178, {
    size: 7,
    color: grey,
    wide,
    lines: 2,
  })
}

function drawPeople(pdf: Pdf, y: number, parcel: Parcel): void {
  const second = left + column
  drawField(
    pdf,
    'Waybill of',
    formatLocalTime(parcel.created_at, parcel.planned.zone).date,
    second,
    y,
    150,
  )
  drawField(pdf, 'From', placeOf(parcel.drop_off), left, y + 30, column - 10, 25)
  drawField(pdf, 'To', placeOf(parcel.pick_up), second, y + 30, column - 10, 25)
  person(pdf, 'Sender', parcel.sender, left, y + 66)
  person(pdf, 'Receiver', parcel.receiver, second, y + 66)
}

function person(pdf: Pdf, label: string, who: Parcel['sender'], x: number, y: number): void {
  drawField(pdf, label, who?.full_name ?? '-', x, y, column - 10)
  if (who !== null) writeText(pdf, formatPhone(who.phone), x, y + 30, { wide: column - 10 })
}

function drawGoods(pdf: Pdf, y: number, parcel: Parcel): void {
  pdf.rect(left, y, inner, 0.8).fill(ink)
  const { size, type, contents, note, declared_value_kobo, cover_kobo, add_ons } = parcel
  const kilos = formatKilos(size.weight_grams)
  const words = contents?.replaceAll('\n', ', ') ?? '-'
  drawField(pdf, 'Contents', words, left, y + 8, note === null ? 2 * column : column - 10, 27)
  if (note !== null) drawField(pdf, 'Note', note, left + column, y + 8, column - 10, 27)
  drawField(pdf, 'Goods', type.name, codes.x, y + 8, codes.wide)
  drawField(pdf, 'Size', `${size.name}, ${kilos}`, left, y + 46, 130)
  drawField(
    pdf,
    'Declared value',
    describeDeclaredValue(declared_value_kobo),
    left + 135,
    y + 46,
    100,
  )
  drawField(pdf, 'Covered up to', describeCover(cover_kobo), left + 240, y + 46, 100)
  if (add_ons.some(({ code }) => code === 'fragile')) {
    pdf.rect(codes.x, y + 36, codes.wide, 32).fill(ink)
    writeLargeText(pdf, 'FRAGILE', codes.x + 36, y + 40, { wide: 110, most: 26, color: '#ffffff' })
  }
}

function drawPrice(pdf: Pdf, y: number, { add_ons, price }: Parcel): void {
  const names = add_ons.map(({ name }) => name).join(', ')
  drawField(pdf, 'With', names === '' ? '-' : names, left, y, codes.x - left - 12)
  drawField(pdf, 'Paid', formatNaira(price.total_kobo), codes.x, y, codes.wide)
  const lines = price.lines.map(({ label, amount_kobo }) => `${label} ${formatNaira(amount_kobo)}`)
  writeText(pdf, lines.join('; '), left, y + 28, { size: 8, color: grey, lines: 2 })
}

function placeOf({ at, name, address, city }: Parcel['drop_off']): string {
  return at === 'door' ? `${address ?? 'Door'}, ${city}` : name
}

const phoneAfter = ({ name, phone }: Parcel['carrier']) =>
  phone === null ? name : `${name}, ${formatPhone(phone)}`

function describeStorage({ add_ons }: Parcel): string {
  const { light, heavy, heavy_from_grams } = storageFeesKobo
  const days = countFreeStorageDays(add_ons.map(({ code }) => code))
  return `Kept free for ${formatCount(days, 'working day')} after it is ready, then ${formatNaira(light)} a day (${formatNaira(heavy)} from ${formatKilos(heavy_from_grams)}). Anyone who collects it must give the pickup PIN.`
}
