-- Divides the money for a payable among accounts, by the shares that its room returns (p_kind.shares): one transfer per
-- account, ordered by kind. A repeat does nothing.
create or replace function settle(p_kind payable_kind, p_payable uuid) returns void language plpgsql as $$
declare
  prepaid constant uuid := account_of('customer_prepaid', p_payable::text);
  journal constant text := 'settle:' || p_payable;
  kinds text[];
  owners text[];
  amounts bigint[];
begin
  -- This statement is planned at each call, but the room's function only once.
  execute format('select array_agg(kind), array_agg(owner), array_agg(amount_kobo) from %I($1)', p_kind.shares)
    into kinds, owners, amounts using p_payable;
  insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code, payable_id)
    select journal || ':' || s.kind, journal, prepaid, account_of(s.kind, s.owner), s.amount_kobo, 'settle', p_payable
    from unnest(kinds, owners, amounts) s (kind, owner, amount_kobo)
    where s.amount_kobo <> 0
    on conflict (ref) do nothing;
end $$;
