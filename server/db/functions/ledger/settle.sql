-- Shares out what was paid for a thing, as its room says: one row an account, in the order of their kinds.
create or replace function settle(p_kind payable_kind, p_payable uuid) returns void language plpgsql as $$
declare
  prepaid constant uuid := account_of('customer_prepaid', p_payable::text);
  journal constant text := 'settle:' || p_payable;
  part record;
begin
  -- This is planned again each time; the room's function adds up under a plan that is kept.
  for part in execute format('select * from %I($1)', p_kind.shares) using p_payable
  loop
    perform post_transfer(journal || ':' || part.kind, journal, prepaid, account_of(part.kind, part.owner),
      part.amount_kobo, 'settle', p_payable);
  end loop;
end $$;
