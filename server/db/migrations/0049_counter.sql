-- Differences of shifts that were closed before `post_drawer_difference` entered them in the ledger.
insert into account (kind, owner)
  select distinct kind, operator_id::text from counter_shift, unnest(array['operator_cash', 'drawer_difference']) kind
  where counted_kobo <> expected_kobo
  on conflict (kind, owner, currency) do nothing;
insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code)
  select 'shift:' || s.id || ':difference', 'shift:' || s.id,
    case when s.counted_kobo > s.expected_kobo then cash.id else other.id end,
    case when s.counted_kobo > s.expected_kobo then other.id else cash.id end,
    abs(s.counted_kobo - s.expected_kobo), 'drawer_difference'
  from counter_shift s
    join account cash on cash.kind = 'operator_cash' and cash.owner = s.operator_id::text
    join account other on other.kind = 'drawer_difference' and other.owner = s.operator_id::text
  where s.counted_kobo <> s.expected_kobo
  on conflict (ref) do nothing;
