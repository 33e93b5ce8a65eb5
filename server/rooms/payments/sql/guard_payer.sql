-- Trigger: refuses to change the payer of an attempt.
create or replace function guard_payer() returns trigger language plpgsql as $$
begin
  raise exception 'who paid % is not changed afterwards', new.reference using errcode = 'insufficient_privilege';
end $$;
