-- Cancels an invoice: closes open parts, and marks paid ones for refund. Returns the paid parts, which the caller
-- refunds in the same transaction; paid parts for payables of other rooms neither change nor are returned.
create or replace function void_invoice(p_invoice uuid, p_by text, p_reason text) returns table (id uuid, amount_kobo bigint)
language plpgsql as $$
begin
  -- Lock the parts before the invoice and in their order, as paying does, to avoid deadlocks.
  perform from invoice_part p where p.invoice_id = p_invoice order by p.position for update;
  update invoice i set voided_at = now(), voided_by = p_by, void_reason = p_reason where i.id = p_invoice and i.voided_at is null;
  if not found then return; end if;
  update invoice_part p set state = 'void' where p.invoice_id = p_invoice and p.state = 'open';
  return query update invoice_part p set state = 'refunded'
    where p.invoice_id = p_invoice and p.state = 'paid' and p.kind = 'invoice' returning p.id, p.amount_kobo;
end $$;
