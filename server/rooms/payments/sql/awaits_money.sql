-- Returns whether money for a payable may still come from an open attempt. Written in PL/pgSQL, which caches the plan
-- of its statement. PostgreSQL before version 18 plans an SQL function at each call.
create or replace function awaits_money(p_payable uuid) returns boolean language plpgsql volatile as $$
begin
  return exists (select from payment where payable_id = p_payable and status in ('initiated', 'pending'));
end $$;
