-- Whether money for a thing may still arrive from an attempt that nobody has ended.
create or replace function awaits_money(p_payable uuid) returns boolean language sql volatile as $$
  select exists (select from payment where payable_id = p_payable and status in ('initiated', 'pending'))
$$;
