-- Trigger: a fuel report cannot be changed or deleted, only made anonymous.
create or replace function fuel_report_stays() returns trigger language plpgsql as $$
declare
  who text[] := '{person_id,client_ref}';
begin
  if tg_op = 'UPDATE' and new.person_id is null and to_jsonb(new) - who = to_jsonb(old) - who then
    return new;
  end if;
  raise exception 'a fuel report is not changed';
end $$;
