-- Enters the difference of a closed shift in the ledger, so that operator_cash equals the counted cash: missing cash is
-- subtracted, and surplus cash is added. The other account, drawer_difference, also belongs to the operator, so the
-- debts between the operator and us do not change. A repeat does nothing.
create or replace function post_drawer_difference(p_shift uuid) returns void language plpgsql as $$
declare
  closed counter_shift%rowtype;
  cash uuid;
  difference uuid;
  journal constant text := 'shift:' || p_shift;
begin
  select * into strict closed from counter_shift where id = p_shift and closed_at is not null;
  if closed.counted_kobo = closed.expected_kobo then return; end if;
  cash := account_of('operator_cash', closed.operator_id::text);
  difference := account_of('drawer_difference', closed.operator_id::text);
  if closed.counted_kobo < closed.expected_kobo then
    perform post_transfer(journal || ':difference', journal, difference, cash,
      closed.expected_kobo - closed.counted_kobo, 'drawer_difference');
  else
    perform post_transfer(journal || ':difference', journal, cash, difference,
      closed.counted_kobo - closed.expected_kobo, 'drawer_difference');
  end if;
end $$;
