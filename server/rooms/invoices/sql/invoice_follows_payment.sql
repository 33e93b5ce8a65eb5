-- A thing of another room was paid, by whatever way: so is the part that is its paper.
create or replace function invoice_follows_payment() returns trigger language plpgsql as $$
begin
  update invoice_part set state = 'paid', paid_at = now(), payable_id = new.payable_id
    where thing_id = new.payable_id and kind <> 'invoice' and state = 'open';
  return null;
end $$;
