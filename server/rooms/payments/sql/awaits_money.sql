-- Returns whether money for a payable may still come from an open attempt.
create or replace function awaits_money(p_payable uuid) returns boolean language sql volatile as $$
  select exists (select from payment where payable_id = p_payable and status in ('initiated', 'pending'))
$$;
