import type { Input } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { naira } from '#contract/money'
import type { getWaybillPdf as getWaybillPdfEndpoint } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { product } from '#contract/product'
import { freeDaysWith, storagePerDayKobo } from '#contract/parcels/tracking'
import type { Context } from '#server/context'
import { localTime } from '#server/platform/local-time'
import { formatPhone } from '#server/platform/format-phone'
import {
  a4,
  cutLine,
  draw,
  drawBars,
  drawQr,
  field,
  grey,
  ink,
  type Paper,
  say,
  sayLarge,
  yellow,
} from '#server/platform/pdf'
import { getParcel } from './service.ts'

/** The slip of the caller's parcel. Throws `waybill_not_ready` before it is paid. */
export async function getWaybillPdf(ctx: Context, input: Input<typeof getWaybillPdfEndpoint>) {
  const parcel = await getParcel(ctx, input)
  if (parcel.waybill === null) throw refuse('waybill_not_ready')
  return {
    body: await waybillPdf(parcel, parcel.waybill),
    file_name: `waybill-${parcel.waybill}.pdf`,
  }
}

const [width, height] = a4
const half = height / 2
const left = 28
const inner = width - 2 * left
/** Where the codes stand, and how wide they are. */
const codes = { x: 385, wide: width - left - 385 }
const column = 172

/** An A4 sheet to cut in two: a slip to stick on the parcel, and one for its sender. No PIN is on it. */
export function waybillPdf(parcel: Parcel, waybill: string): Promise<Buffer> {
  return draw(a4, `${product.name} waybill ${waybill}`, (paper) => {
    paper.addPage()
    drawSlip(paper, 0, parcel, waybill, 'Stick this on the parcel')
    cutLine(paper, half)
    drawSlip(paper, half + 12, parcel, waybill, 'For the sender')
  })
}

function drawSlip(paper: Paper, top: number, parcel: Parcel, waybill: string, title: string): void {
  paper.rect(0, top, width, 30).fill(yellow)
  paper
    .rect(0, top + 30, width, 1.5)
    .rect(0, top + 34, width, 1.5)
    .fill(ink)
  say(paper, product.name, left, top + 8, { size: 15, bold: true })
  say(paper, title, left, top + 10, { align: 'right', bold: true })
  drawRoad(paper, top + 46, parcel)
  drawCodes(paper, top + 50, parcel, waybill)
  drawPeople(paper, top + 144, parcel)
  drawGoods(paper, top + 254, parcel)
  drawPrice(paper, top + 330, parcel)
  say(paper, storageWords(parcel), left, top + 384, { size: 7, color: grey })
  const asked = `${product.name}, ${product.email}, ${product.phone.national}`
  say(paper, asked, left, top + 396, { size: 7, color: grey })
}

/** From where to where, in letters that are read from the other side of a counter. */
function drawRoad(paper: Paper, y: number, { route, planned, carrier }: Parcel): void {
  const wide = codes.x - left - 20
  say(paper, `${route.from_city} to`, left, y, { size: 14, wide })
  sayLarge(paper, route.to_city.toUpperCase(), left, y + 18, { wide, most: 40 })
  const leaves = localTime(planned.departs_at, planned.zone)
  const by = localTime(planned.hand_in_by, planned.zone)
  field(paper, 'Planned bus', `${leaves.date}, ${leaves.time}`, left, y + 68, column)
  field(paper, 'Hand in by', `${by.date}, ${by.time}`, left + column, y + 68, column - 10)
  field(paper, 'Carrier', phoneAfter(carrier), left, y + 98, column - 10)
}

function drawCodes(paper: Paper, y: number, { tracking }: Parcel, waybill: string): void {
  const { x, wide } = codes
  drawBars(paper, waybill, x, y, { wide, high: 46 })
  sayLarge(paper, waybill, x, y + 52, { wide, most: 30 })
  drawQr(paper, tracking.link, x, y + 88, 84)
  say(paper, 'Where it is:', x + 94, y + 88, { size: 8, color: grey, wide: wide - 94 })
  say(paper, tracking.tracking_id, x + 94, y + 99, { size: 9, bold: true, wide: wide - 94 })
  say(paper, tracking.link.replace(/^https?:\/\//, ''), x, y + 178, {
    size: 7,
    color: grey,
    wide,
    lines: 2,
  })
}

function drawPeople(paper: Paper, y: number, parcel: Parcel): void {
  const second = left + column
  field(paper, 'Waybill of', localTime(parcel.created_at, parcel.planned.zone).date, second, y, 150)
  field(paper, 'From', placeOf(parcel.drop_off), left, y + 30, column - 10, 2)
  field(paper, 'To', placeOf(parcel.pick_up), second, y + 30, column - 10, 2)
  person(paper, 'Sender', parcel.sender, left, y + 72)
  person(paper, 'Receiver', parcel.receiver, second, y + 72)
}

function person(paper: Paper, label: string, who: Parcel['sender'], x: number, y: number): void {
  field(paper, label, who?.full_name ?? '-', x, y, column - 10)
  if (who !== null) say(paper, formatPhone(who.phone), x, y + 22, { wide: column - 10 })
}

function drawGoods(paper: Paper, y: number, parcel: Parcel): void {
  paper.rect(left, y, inner, 0.8).fill(ink)
  const { size, type, contents, declared_value_kobo, cover_kobo, add_ons } = parcel
  const kilos = `${size.weight_grams / 1000} kg`
  field(paper, 'Contents', contents?.replaceAll('\n', ', ') ?? '-', left, y + 8, 2 * column)
  field(paper, 'Goods', type.name, codes.x, y + 8, codes.wide)
  field(paper, 'Size', `${size.name}, ${kilos}`, left, y + 40, 130)
  field(paper, 'Declared value', naira(declared_value_kobo), left + 135, y + 40, 100)
  field(paper, 'Covered for', naira(cover_kobo), left + 240, y + 40, 100)
  if (add_ons.some(({ code }) => code === 'fragile')) {
    paper.rect(codes.x, y + 36, codes.wide, 32).fill(ink)
    sayLarge(paper, 'FRAGILE', codes.x + 36, y + 40, { wide: 110, most: 26, color: '#ffffff' })
  }
}

function drawPrice(paper: Paper, y: number, { add_ons, price }: Parcel): void {
  const names = add_ons.map(({ name }) => name).join(', ')
  field(paper, 'With', names === '' ? '-' : names, left, y, codes.x - left - 12)
  field(paper, 'Paid', naira(price.total_kobo), codes.x, y, codes.wide)
  const lines = price.lines.map(({ label, amount_kobo }) => `${label} ${naira(amount_kobo)}`)
  say(paper, lines.join('; '), left, y + 28, { size: 8, color: grey, lines: 2 })
}

function placeOf({ at, name, address, city }: Parcel['drop_off']): string {
  return at === 'door' ? `${address ?? 'Door'}, ${city}` : name
}

const phoneAfter = ({ name, phone }: Parcel['carrier']) =>
  phone === null ? name : `${name}, ${formatPhone(phone)}`

function storageWords({ add_ons }: Parcel): string {
  const { light, heavy, heavy_from_grams } = storagePerDayKobo
  const days = freeDaysWith(add_ons.map(({ code }) => code))
  return `Kept free for ${days} working days after it is ready, then ${naira(light)} a day (${naira(heavy)} from ${heavy_from_grams / 1000} kg). Whoever collects it says the pickup PIN.`
}
