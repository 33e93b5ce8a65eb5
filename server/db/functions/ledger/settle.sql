-- Shares out what was paid for a thing, as its room says.
create or replace function settle(p_kind payable_kind, p_payable uuid) returns void language plpgsql as $$
declare
  prepaid constant uuid := account_of('customer_prepaid', p_payable::text);
  journal constant text := 'settle:' || p_payable;
  part record;
begin
  for part in execute format('select kind, owner, sum(amount_kobo)::bigint as amount from %I($1) group by 1, 2 order by 1, 2',
    p_kind.shares) using p_payable
  loop
    perform post_transfer(journal || ':' || part.kind, journal, prepaid, account_of(part.kind, part.owner),
      part.amount, 'settle', p_payable);
  end loop;
end $$;
