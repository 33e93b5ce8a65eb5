-- Cancels at most p_limit unpaid invoices, 60 days after their last due day. Omits invoices for which money is on its
-- way, and those with a part that was paid or is for a payable of another room.
create or replace function expire_invoices(p_limit int) returns void language plpgsql as $$
declare it uuid;
begin
  for it in
    select i.id from invoice i
    where i.voided_at is null and i.issued_at < now() - interval '60 days'
      and not exists (select from invoice_part p where p.invoice_id = i.id
        and (p.state <> 'open' or p.kind <> 'invoice' or p.due_on > lagos_today() - 60 or awaits_money(p.id)))
    order by i.issued_at limit p_limit
  loop
    -- A payment locks the part first, and only a statement after this lock sees what the payment committed.
    perform from invoice_part p where p.invoice_id = it order by p.position for update;
    continue when exists (
      select from invoice_part p where p.invoice_id = it and (p.state <> 'open' or awaits_money(p.id)));
    perform void_invoice(it, 'time', 'It was not paid within 60 days.');
  end loop;
end $$;
