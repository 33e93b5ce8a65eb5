import { maxInvoiceKobo } from '#contract/invoices/rules'
import { sql } from '#server/db/sql'

/** Invariants of invoices, fare alerts and changed vehicles, each as a query that finds violations. */
export const invoiceQueries = {
  'numbers of invoices with a gap': sql`
    select series || '-' || year as which from invoice_number n
    where last <> (select count(*) from invoice i where (i.series, i.year) = (n.series, n.year))`,
  'invoice that is not the sum of its lines, or of its parts': sql`
    select i.reference as which from invoice i
    where i.total_kobo <> (select coalesce(sum(amount_kobo), 0) from invoice_part where invoice_id = i.id)
      or (i.net_kobo, i.vat_kobo) is distinct from (select (sum(net_kobo)::bigint, sum(vat_kobo)::bigint) from invoice_line where invoice_id = i.id)`,
  'two live papers of one thing': sql`
    select thing_id::text as which from invoice_part where state in ('open', 'paid') group by thing_id having count(*) > 1`,
  'paper of a paid thing that is not paid, or the other way round': sql`
    select p.reference as which from invoice_part p join invoice i on i.id = p.invoice_id
    where p.kind <> 'invoice' and i.voided_at is null and (p.state = 'paid') <> exists (
      select from payment y where y.payable_id = p.thing_id and y.outcome in ('confirmed', 'confirmed_other_seats'))`,
  'paid charter without its one invoice, or one that ended early with it': sql`
    select h.reference as which from charter h, lateral (
      select count(distinct v.id) as live from charter_instalment i join invoice_part p on p.thing_id = i.id
      join invoice v on v.id = p.invoice_id and v.voided_at is null where i.charter_id = h.id) paper
    where paper.live <> case when h.state in ('booked', 'paid', 'under_way', 'completed')
      and h.total_kobo <= ${maxInvoiceKobo}::bigint then 1 else 0 end`,
  'roads that one person watches above ten': sql`
    select person_id::text as which from route_alert where state = 'watching' group by person_id having count(*) > 10`,
  'two vehicles on their way to one departure': sql`
    select trip_id as which from (select trip_id::text from vehicle_change where done_at is null
      group by trip_id having count(*) > 1) changed`,
}
