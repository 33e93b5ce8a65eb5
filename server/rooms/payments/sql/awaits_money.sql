-- Returns whether money for a payable may still come from an open attempt.
-- In PL/pgSQL, the plan of its statement is cached; before version 18, that of an SQL function is made at each call.
create or replace function awaits_money(p_payable uuid) returns boolean language plpgsql volatile as $$
begin
  return exists (select from payment where payable_id = p_payable and status in ('initiated', 'pending'));
end $$;
