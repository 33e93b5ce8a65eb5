-- Trigger: when a payable of another room is paid in any way, marks the invoice part about it as paid, too.
create or replace function invoice_follows_payment() returns trigger language plpgsql as $$
begin
  update invoice_part set state = 'paid', paid_at = now(), payable_id = new.payable_id
    where thing_id = new.payable_id and kind <> 'invoice' and state = 'open';
  return null;
end $$;
