-- When a thing of another room is paid, by any way, so is the part for it.
create or replace function invoice_follows_payment() returns trigger language plpgsql as $$
begin
  update invoice_part set state = 'paid', paid_at = now(), payable_id = new.payable_id
    where thing_id = new.payable_id and kind <> 'invoice' and state = 'open';
  return null;
end $$;
